// SPDX-License-Identifier: MPL-2.0
//
// Films in slow motion: slow-camera OUTPUT.mkv [DEVICE], as in slow-camera slow.mkv /dev/video0.
//
//     gcc -o slow-camera slow-camera.c $(pkg-config --cflags --libs gstreamer-1.0)
//
// Each second of the camera becomes four, and what lies between its pictures is mixed of them. Interrupt it to finish the
// file. Without a device it films two seconds of GStreamer's test picture.
#include <glib-unix.h>
#include <gst/gst.h>

static int status = 0;

static gboolean finish(gpointer pipeline) {
  gst_element_send_event(pipeline, gst_event_new_eos());
  return G_SOURCE_CONTINUE;
}

static gboolean take(GstBus *bus, GstMessage *message, gpointer loop) {
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
    GError *error = NULL;
    gst_message_parse_error(message, &error, NULL);
    g_printerr("%s\n", error->message);
    g_error_free(error);
    status = 69;
  }
  if (GST_MESSAGE_TYPE(message) & (GST_MESSAGE_ERROR | GST_MESSAGE_EOS)) g_main_loop_quit(loop);
  return G_SOURCE_CONTINUE;
}

int main(int argc, char **argv) {
  gst_init(&argc, &argv);
  if (argc < 2 || argc > 3 || argv[1][0] == '-') {
    g_printerr("usage: slow-camera OUTPUT.mkv [DEVICE]\n");
    return 64;
  }
  // The queue takes what the camera gives while a picture is made. A camera begins some time after its pipeline: what would be
  // shown before its first picture is left out.
  char *line = g_strdup_printf(
      "%s ! videoconvert ! queue max-size-bytes=0 max-size-buffers=0 max-size-time=5000000000 "
      "! videoretime name=slow frames=blend skip-to-first=true ! videoconvert ! x264enc speed-preset=veryfast ! h264parse "
      "! matroskamux ! filesink name=file",
      argc > 2 ? "v4l2src name=camera"
               : "videotestsrc is-live=true num-buffers=60 ! video/x-raw,width=320,height=240,framerate=30/1");
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(line, &error);
  g_free(line);
  if (error != NULL) {
    g_printerr("%s\n", error->message);
    return 69;
  }
  GstElement *slow = gst_bin_get_by_name(GST_BIN(pipeline), "slow");
  g_object_set(slow, "factor-fraction", 4, 1, NULL);
  GstElement *file = gst_bin_get_by_name(GST_BIN(pipeline), "file");
  g_object_set(file, "location", argv[1], NULL);
  gst_object_unref(file);
  if (argc > 2) {
    GstElement *camera = gst_bin_get_by_name(GST_BIN(pipeline), "camera");
    g_object_set(camera, "device", argv[2], NULL);
    gst_object_unref(camera);
  }

  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  GstBus *bus = gst_element_get_bus(pipeline);
  gst_bus_add_watch(bus, take, loop);
  guint interrupt = g_unix_signal_add(SIGINT, finish, pipeline);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  g_main_loop_run(loop);

  // They are counted anew when it stops.
  guint64 in, out, duplicate, drop;
  g_object_get(slow, "in", &in, "out", &out, "duplicate", &duplicate, "drop", &drop, NULL);
  g_print("in %" G_GUINT64_FORMAT " out %" G_GUINT64_FORMAT " duplicate %" G_GUINT64_FORMAT
          " drop %" G_GUINT64_FORMAT "\n",
          in, out, duplicate, drop);
  g_source_remove(interrupt);
  gst_bus_remove_watch(bus);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(slow);
  gst_object_unref(bus);
  gst_object_unref(pipeline);
  g_main_loop_unref(loop);
  return status;
}
