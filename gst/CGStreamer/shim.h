// SPDX-License-Identifier: MPL-2.0
//
// GStreamer's C API as one module. Shims stand here only where Swift's importer fails, each with
// its reason; a shim goes when the importer learns the construct. Only Sources/GStreamer imports it.
#ifndef RETIME_CGSTREAMER_SHIM_H
#define RETIME_CGSTREAMER_SHIM_H

#include <dlfcn.h>
#include <glib-unix.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/audio/audio.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/tag/tag.h>
#include <gst/video/gstvideocodecalphameta.h>
#include <gst/video/video.h>
#include <malloc.h>

// Type-check macros are not imported.
static inline gboolean CGStreamer_is_element(gpointer object) { return GST_IS_ELEMENT(object); }
static inline gboolean CGStreamer_is_container_profile(gpointer object) {
  return GST_IS_ENCODING_CONTAINER_PROFILE(object);
}

// `GST_PTR_FORMAT` is a macro, and every function that knows it is variadic.
static inline char *CGStreamer_describe(gpointer object) {
  return gst_info_strdup_printf("%" GST_PTR_FORMAT, object);
}

// `G_OBJECT_GET_CLASS` is a macro.
static inline GObjectClass *CGStreamer_class(gpointer object) { return G_OBJECT_GET_CLASS(object); }

// `G_TYPE_FROM_CLASS` and `GST_PAD_SET_PROXY_*` are macros.
static inline GType CGStreamer_type_of_class(gpointer klass) { return G_TYPE_FROM_CLASS(klass); }
static inline GstElementClass *CGStreamer_class_of_element(GstElement *element) { return GST_ELEMENT_GET_CLASS(element); }
static inline void CGStreamer_proxy_caps(GstPad *pad) { GST_PAD_SET_PROXY_CAPS(pad); }
static inline void CGStreamer_proxy_allocation(GstPad *pad) { GST_PAD_SET_PROXY_ALLOCATION(pad); }

// `GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY` is a macro that takes an address.
static inline const GstCapsFeatures *CGStreamer_system_memory(void) {
  return GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY;
}

// `GST_TYPE_*` and `G_TYPE_*` are cast macros.
static inline GType CGStreamer_type_string(void) { return G_TYPE_STRING; }
static inline GType CGStreamer_type_double(void) { return G_TYPE_DOUBLE; }

// `gst_structure_get` is variadic; channel masks are bitmasks, which have no getter of their own.
static inline gboolean CGStreamer_structure_bitmask(
    const GstStructure *structure, const char *field, guint64 *value) {
  return gst_structure_get(structure, field, GST_TYPE_BITMASK, value, NULL);
}

// `gst_structure_set` is variadic, and so is every way to make a GValue of a fraction's type.
static inline void CGStreamer_set_fraction(
    GstStructure *structure, const char *field, gint numerator, gint denominator) {
  gst_structure_set(structure, field, GST_TYPE_FRACTION, numerator, denominator, NULL);
}

static inline void CGStreamer_set_time(GstStructure *structure, const char *field, GstClockTime time) {
  gst_structure_set(structure, field, GST_TYPE_CLOCK_TIME, time, NULL);
}

// `gst_plugin_feature_get_name`, the cast `GST_PLUGIN_FEATURE` and `gst_toc_unref` are macros.
static inline const char *CGStreamer_factory_name(GstElementFactory *factory) {
  return gst_plugin_feature_get_name(GST_PLUGIN_FEATURE(factory));
}
static inline guint CGStreamer_factory_rank(GstElementFactory *factory) {
  return gst_plugin_feature_get_rank(GST_PLUGIN_FEATURE(factory));
}
static inline void CGStreamer_toc_unref(GstToc *toc) { gst_toc_unref(toc); }

// Swift imports neither the macro `GST_PLUGIN_FEATURE` nor the type to which it casts.
static inline GstPlugin *CGStreamer_factory_plugin(GstElementFactory *factory) {
  return gst_plugin_feature_get_plugin(GST_PLUGIN_FEATURE(factory));
}

// `gst_buffer_make_writable` is a macro.
static inline GstBuffer *CGStreamer_make_writable(GstBuffer *buffer) {
  return gst_buffer_make_writable(buffer);
}

// `GST_PRESET` is a cast macro and the interface type is opaque to Swift.
static inline gboolean CGStreamer_load_preset(gpointer object, const char *name) {
  return GST_IS_PRESET(object) && gst_preset_load_preset(GST_PRESET(object), name);
}

// `gst_value_get_caps`, `gst_value_get_buffer` and `GST_VALUE_HOLDS_*` are macros.
static inline GstCaps *CGStreamer_value_caps(const GValue *value) {
  return GST_VALUE_HOLDS_CAPS(value) ? (GstCaps *)gst_value_get_caps(value) : NULL;
}
static inline GstBuffer *CGStreamer_value_buffer(const GValue *value) {
  return GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
}
static inline gboolean CGStreamer_value_is_array(const GValue *value) {
  return GST_VALUE_HOLDS_ARRAY(value);
}
static inline gboolean CGStreamer_value_is_sample(const GValue *value) {
  return GST_VALUE_HOLDS_SAMPLE(value);
}

static inline GstSample *CGStreamer_value_sample(const GValue *value) {
  return GST_VALUE_HOLDS_SAMPLE(value) ? gst_value_get_sample(value) : NULL;
}

// `GST_TAG_SETTER`, `GST_TOC_SETTER` and their checks are cast macros.
static inline GstTagSetter *CGStreamer_tag_setter(gpointer object) {
  return GST_IS_TAG_SETTER(object) ? GST_TAG_SETTER(object) : NULL;
}
static inline GstTocSetter *CGStreamer_toc_setter(gpointer object) {
  return GST_IS_TOC_SETTER(object) ? GST_TOC_SETTER(object) : NULL;
}

// `gst_tag_list_add` is variadic, and so is every other way to a GValue of a sample.
static inline void CGStreamer_add_sample(GstTagList *list, const char *name, GstSample *sample) {
  gst_tag_list_add(list, GST_TAG_MERGE_APPEND, name, sample, NULL);
}
static inline void CGStreamer_set_tag(GstTagList *list, const char *name, guint64 value) {
  gst_tag_list_add(list, GST_TAG_MERGE_REPLACE, name, value, NULL);
}

// GStreamer declares `gst_video_format_from_string` as `G_GNUC_CONST`: a function of its arguments' values alone, which
// reads no memory. The optimiser may then free a Swift string's bytes before the call. This is the same function, declared
// without the attribute; RepositoryTests asserts that no other such function is called with a pointer.
GstVideoFormat CGStreamer_video_format_from_string(const gchar *format) __asm__("gst_video_format_from_string");

// `GST_VIDEO_INFO_*` and `GST_VIDEO_FRAME_*` are macros over nested arrays, which Swift sees as
// tuples.
static inline guint CGStreamer_plane_count(const GstVideoFrame *frame) {
  return GST_VIDEO_FRAME_N_PLANES(frame);
}
static inline guint8 *CGStreamer_plane_data(const GstVideoFrame *frame, guint plane) {
  return (guint8 *)GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
}
static inline gint CGStreamer_plane_stride(const GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
}
// The rows of a plane are those of its first component, and so are their bytes.
static inline gint CGStreamer_plane_component(const GstVideoFrame *frame, guint plane) {
  gint component[GST_VIDEO_MAX_COMPONENTS];
  gst_video_format_info_component(frame->info.finfo, plane, component);
  return component[0];
}
static inline gint CGStreamer_plane_rows(const GstVideoFrame *frame, guint plane) {
  return GST_VIDEO_FRAME_COMP_HEIGHT(frame, CGStreamer_plane_component(frame, plane));
}
// With chroma subsampling, the last chroma component of a row can be after the last luma component.
static inline gint CGStreamer_plane_row_bytes(const GstVideoFrame *frame, guint plane) {
  gint components[GST_VIDEO_MAX_COMPONENTS], bytes = 0;
  gst_video_format_info_component(frame->info.finfo, plane, components);
  for (int i = 0; i < GST_VIDEO_MAX_COMPONENTS && components[i] >= 0; i++) {
    gint width = GST_VIDEO_FRAME_COMP_WIDTH(frame, components[i]);
    bytes = MAX(bytes, width * GST_VIDEO_FRAME_COMP_PSTRIDE(frame, components[i]));
  }
  return bytes;
}

// The plugin does not link GStreamer's Editing Services: their function is looked up in the library that this process has
// loaded, and Swift cannot call a function by its address. The function releases a reference to the property that it does
// not own, at least up to 1.26, so it gets one.
static inline gboolean CGStreamer_register_rate(const char *element, const char *property) {
  gpointer effects = g_type_class_peek(g_type_from_name("GESEffect"));
  void *library = effects ? dlopen("libges-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (!library) return FALSE;
  gboolean (*enter)(gpointer, const char *, const char *) =
      (gboolean(*)(gpointer, const char *, const char *))dlsym(
          library, "ges_effect_class_register_rate_property");
  GstElementFactory *factory = gst_element_factory_find(element);
  gpointer elements =
      factory ? g_type_class_ref(gst_element_factory_get_element_type(factory)) : NULL;
  GParamSpec *spec = elements ? g_object_class_find_property(elements, property) : NULL;
  gboolean done = enter && spec && enter(effects, element, (g_param_spec_ref(spec), property));
  if (elements) g_type_class_unref(elements);
  if (factory) gst_object_unref(factory);
  dlclose(library);
  return done;
}

#endif
