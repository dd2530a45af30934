// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The files of the page and the sample clip, embedded in the program by SwiftPM.
enum PageFiles {
  static let all: [String: [UInt8]] = [
    "amount.js": PackageResources.amount_js,
    "api.js": PackageResources.api_js,
    "card.js": PackageResources.card_js,
    "containers.js": PackageResources.containers_js,
    "controls.css": PackageResources.controls_css,
    "curve.css": PackageResources.curve_css,
    "curve.js": PackageResources.curve_js,
    "curves.js": PackageResources.curves_js,
    "dom.js": PackageResources.dom_js,
    "editor.js": PackageResources.editor_js,
    "edits.js": PackageResources.edits_js,
    "estimate.js": PackageResources.estimate_js,
    "events.js": PackageResources.events_js,
    "examples.js": PackageResources.examples_js,
    "files.css": PackageResources.files_css,
    "files.js": PackageResources.files_js,
    "fits.js": PackageResources.fits_js,
    "form.js": PackageResources.form_js,
    "format.js": PackageResources.format_js,
    "help.js": PackageResources.help_js,
    "index.html": PackageResources.index_html,
    "jobs.css": PackageResources.jobs_css,
    "jobs.js": PackageResources.jobs_js,
    "lanes.js": PackageResources.lanes_js,
    "layout.css": PackageResources.layout_css,
    "live.js": PackageResources.live_js,
    "loops.js": PackageResources.loops_js,
    "made.js": PackageResources.made_js,
    "map.js": PackageResources.map_js,
    "maps.js": PackageResources.maps_js,
    "microphone.js": PackageResources.microphone_js,
    "motion.js": PackageResources.motion_js,
    "names.js": PackageResources.names_js,
    "naming.js": PackageResources.naming_js,
    "order.js": PackageResources.order_js,
    "overlays.css": PackageResources.overlays_css,
    "pair.js": PackageResources.pair_js,
    "part.js": PackageResources.part_js,
    "pitch.js": PackageResources.pitch_js,
    "plan.js": PackageResources.plan_js,
    "playback.js": PackageResources.playback_js,
    "player.js": PackageResources.player_js,
    "points.js": PackageResources.points_js,
    "preset.js": PackageResources.preset_js,
    "presets.js": PackageResources.presets_js,
    "preview.js": PackageResources.preview_js,
    "queue.js": PackageResources.queue_js,
    "request.js": PackageResources.request_js,
    "result.js": PackageResources.result_js,
    "settings.css": PackageResources.settings_css,
    "settings.js": PackageResources.settings_js,
    "several.js": PackageResources.several_js,
    "shifter.js": PackageResources.shifter_js,
    "sketch.js": PackageResources.sketch_js,
    "spectrogram.js": PackageResources.spectrogram_js,
    "stage.css": PackageResources.stage_css,
    "stage.js": PackageResources.stage_js,
    "store.js": PackageResources.store_js,
    "strip.js": PackageResources.strip_js,
    "studio.js": PackageResources.studio_js,
    "theme.js": PackageResources.theme_js,
    "toasts.js": PackageResources.toasts_js,
    "tokens.css": PackageResources.tokens_css,
    "toolbar.js": PackageResources.toolbar_js,
    "tools.js": PackageResources.tools_js,
    "upload.js": PackageResources.upload_js,
    "voice.js": PackageResources.voice_js,
    "waveform.js": PackageResources.waveform_js,
  ]

  /// The OpenAPI description of the routes below /api.
  static let description = PackageResources.openapi_json

  /// The sample clip.
  static let sample = PackageResources.rabbit_webm
}
#endif
