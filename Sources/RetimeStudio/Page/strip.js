// SPDX-License-Identifier: MPL-2.0
// Thumbnails of the source below its curve: a separate video element seeks to them while nothing else moves.
import { make } from "./dom.js";
import { prepare } from "./waveform.js";

/** The maximum number of cached thumbnails, of one file. */
const most = 400;
let film = { source: null, tiles: new Map(), wanted: [] };

/**
 * Draws the loaded thumbnails of the visible range; the others follow once loaded.
 *
 * `media` plays the file; `isBusy` returns whether something else moves, which pauses loading until the next call.
 */
export function drawStrip(canvas, media, scales, isBusy) {
  const isFilm = media?.videoWidth > 0;
  canvas.hidden = !isFilm;
  if (!isFilm || !canvas.clientWidth) return;
  if (film.source !== media.currentSrc) {
    stop();
    film = { source: media.currentSrc, tiles: new Map(), wanted: [], key: "", video: null };
  }
  const count = Math.max(1, Math.round((canvas.clientWidth / canvas.clientHeight) * (media.videoHeight / media.videoWidth)));
  const key = JSON.stringify([scales.from, scales.to, count, canvas.clientWidth, canvas.clientHeight]);
  if (key !== film.key) {
    const times = Array.from({ length: count }, (_, index) => scales.time((index + 0.5) / count).toFixed(2));
    Object.assign(film, { key, canvas, isBusy, wanted: times });
    paint(film);
  }
  load(film);
}

/** Ends the requests of the file before. */
function stop() {
  film.video?.removeAttribute("src");
  film.video?.load();
}

function paint({ canvas, tiles, wanted }) {
  const { width, height, context } = prepare(canvas);
  for (const [index, time] of wanted.entries()) {
    const tile = tiles.get(time) ?? nearest(tiles, Number(time));
    if (tile) context.drawImage(tile, (index * width) / wanted.length, 0, width / wanted.length, height);
  }
  Object.assign(canvas.dataset, { count: wanted.filter((time) => tiles.has(time)).length, wanted: wanted.length });
}

/** Returns the thumbnail nearest in time, as a placeholder until the right one has loaded. */
function nearest(tiles, time) {
  let best = null;
  for (const key of tiles.keys()) if (best === null || Math.abs(key - time) < Math.abs(best - time)) best = key;
  return tiles.get(best);
}

/** Loads the missing thumbnails, one after the other. */
async function load(own) {
  if (own.isLoading) return;
  own.isLoading = true;
  try {
    own.video ??= make("video", { src: own.source, preload: "metadata", muted: true, playsinline: true });
    for (;;) {
      await idle();
      const time = own.wanted.find((one) => !own.tiles.has(one));
      if (film !== own || time === undefined || own.isBusy()) break;
      await seek(own.video, Number(time));
      if (film !== own) break;
      keep(own, time);
      paint(own);
    }
    own.isLoading = false;
  } catch {
    // What the browser cannot show here has no strip: `isLoading` stays, and nothing more is asked for.
  }
}

const idle = () => new Promise((resolve) => {
  if (window.requestIdleCallback) requestIdleCallback(resolve, { timeout: 500 });
  else setTimeout(resolve, 50);
});

/** Seeks and waits for the frame, which browsers present after `seeked`; not all report it, nor a repeated frame. */
function seek(video, time) {
  return new Promise((resolve, reject) => {
    let [isThere, isSeen] = [false, false];
    const end = () => {
      if (isThere && isSeen) resolve();
    };
    const look = (_, { mediaTime }) => {
      isSeen ||= Math.abs(mediaTime - time) < 0.2;
      if (isSeen) end();
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback?.(look);
    video.addEventListener("seeked", () => {
      isThere = true;
      end();
      setTimeout(() => {
        isSeen = true;
        end();
      }, 300);
    }, { once: true });
    video.addEventListener("error", reject, { once: true });
    video.currentTime = time;
  });
}

function keep({ video, canvas, tiles }, time) {
  const height = canvas.height;
  const tile = make("canvas", { height, width: Math.round((height * video.videoWidth) / video.videoHeight) });
  tile.getContext("2d").drawImage(video, 0, 0, tile.width, tile.height);
  tiles.set(time, tile);
  for (const key of tiles.keys()) {
    if (tiles.size <= most) break;
    tiles.delete(key);
  }
}
