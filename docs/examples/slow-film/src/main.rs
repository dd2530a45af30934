// SPDX-License-Identifier: MPL-2.0
//
//! Makes a film in slow motion: slow-film INPUT OUTPUT.mkv FACTOR, as in slow-film film.mp4 slow.mkv 3/2.
//!
//! The factor is an exact fraction. At the end it says how many pictures came, went, and were shown twice.

use gstreamer as gst;
use gstreamer::prelude::*;

fn run(input: &str, output: &str, factor: gst::Fraction) -> Result<(), Box<dyn std::error::Error>> {
    gst::init()?;
    let pipeline = gst::parse::launch(
        "filesrc name=input ! decodebin name=film \
         film. ! queue ! videoretime name=pictures ! videoconvert ! x264enc ! h264parse ! queue ! file. \
         film. ! queue ! audioretime name=sound pitch=keep ! audioconvert ! flacenc ! flacparse ! queue ! file. \
         matroskamux name=file ! filesink name=output",
    )?
    .downcast::<gst::Pipeline>()
    .map_err(|_| "the line is no pipeline")?;
    let element = |name: &str| pipeline.by_name(name).ok_or(format!("{name} is not there"));
    element("input")?.set_property("location", input);
    element("output")?.set_property("location", output);
    for name in ["pictures", "sound"] {
        element(name)?.set_property("factor-fraction", factor);
    }

    let bus = pipeline.bus().ok_or("there is no bus")?;
    pipeline.set_state(gst::State::Playing)?;
    let ends = [gst::MessageType::Eos, gst::MessageType::Error];
    let end = bus.timed_pop_filtered(gst::ClockTime::NONE, &ends);
    // They are counted anew when it stops.
    let pictures = element("pictures")?;
    let [came, went, twice] = ["in", "out", "duplicate"].map(|name| pictures.property::<u64>(name));
    pipeline.set_state(gst::State::Null)?;
    if let Some(gst::MessageView::Error(error)) = end.as_ref().map(|end| end.view()) {
        return Err(error.error().into());
    }
    println!("in {came} out {went} duplicate {twice}");
    Ok(())
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let factor = words.get(2).and_then(|text| {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        Some(gst::Fraction::new(over.parse().ok()?, under.parse().ok().filter(|under| *under > 0)?))
    });
    let Some(factor) = factor else {
        eprintln!("usage: slow-film INPUT OUTPUT.mkv FACTOR, as in slow-film film.mp4 slow.mkv 3/2");
        std::process::exit(64);
    };
    if let Err(error) = run(&words[0], &words[1], factor) {
        eprintln!("{error}");
        std::process::exit(69);
    }
}
