// SPDX-License-Identifier: MPL-2.0
// The microphone's spectrogram: sound goes to the server, its cosine transform comes back in columns.
import { byId, make, setText } from "./dom.js";
import { originalColors, steps } from "./spectrogram.js";

const insecure = "Browsers give the microphone only to pages of their own machine, or over https. "
  + "Open the studio as http://localhost, on the machine where it runs.";
const size = 1024;
const colors = originalColors();
const canvas = byId("live-canvas");
const button = byId("live-toggle");
let running = null;

/** Wires the dialog. */
export function startLive() {
  const dialog = byId("live-dialog");
  clear();
  byId("live-open").addEventListener("click", () => dialog.showModal());
  byId("live-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => stop(""));
  button.addEventListener("click", () => (running ? stop("") : listen()));
}

async function listen() {
  const session = { columns: 0 };
  running = session;
  setText(button, "Stop");
  say("Waiting for the microphone …");
  try {
    if (!navigator.mediaDevices) throw new Error(insecure);
    const quiet = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    session.stream = await navigator.mediaDevices.getUserMedia({ audio: quiet });
    session.audio = new AudioContext();
    await session.audio.audioWorklet.addModule("microphone.js");
    if (running !== session) return close(session);
    await open(session);
  } catch (error) {
    if (running !== session) return close(session);
    stop(words(error));
  }
}

async function open(session) {
  const { audio, stream } = session;
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/spectrum`);
  session.socket = socket;
  socket.binaryType = "arraybuffer";
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    const refuse = () => reject(new Error("The studio does not answer. Start it again with “retime studio”."));
    socket.addEventListener("error", refuse, { once: true });
    socket.addEventListener("close", refuse, { once: true });
  });
  socket.send(JSON.stringify({ sampleRate: audio.sampleRate, size, hop: size / 2 }));
  socket.addEventListener("message", (event) => draw(session, new Uint8Array(event.data)));
  socket.addEventListener("close", () => {
    if (running === session) stop("The studio has ended the connection. Press Start listening to go on.");
  });
  const node = new AudioWorkletNode(audio, "microphone", { numberOfOutputs: 0 });
  node.port.onmessage = ({ data }) => {
    if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < 1 << 20) socket.send(data.buffer);
  };
  audio.createMediaStreamSource(stream).connect(node);
  await audio.resume();
  drawScale(audio.sampleRate / 2);
  say(`Listening at ${audio.sampleRate / 1000} kHz`);
}

/** Scrolls the spectrogram to the left and draws the new columns at its right edge. */
function draw(session, levels) {
  const count = Math.floor(levels.length / size);
  if (count === 0 || running !== session) return;
  const context = canvas.getContext("2d");
  const image = context.createImageData(count, size);
  for (let column = 0; column < count; column += 1) {
    for (let row = 0; row < size; row += 1) {
      const level = levels[column * size + row] * 4;
      const place = ((size - 1 - row) * count + column) * 4;
      image.data.set(colors.subarray(level, level + 4), place);
    }
  }
  context.drawImage(canvas, -count, 0);
  context.putImageData(image, canvas.width - count, 0);
  session.columns += count;
  canvas.dataset.columns = session.columns;
}

function stop(message) {
  const session = running;
  running = null;
  setText(button, "Start listening");
  say(message);
  if (session) close(session);
}

function close({ stream, audio, socket }) {
  for (const track of stream?.getTracks() ?? []) track.stop();
  socket?.close();
  if (audio && audio.state !== "closed") audio.close();
}

function clear() {
  const context = canvas.getContext("2d");
  context.fillStyle = "#000";
  context.fillRect(0, 0, canvas.width, canvas.height);
}

function drawScale(highest) {
  const top = highest / 1000;
  byId("live-scale").replaceChildren(...steps(top, 6).slice(1).map((kilohertz) =>
    make("li", { vars: { at: kilohertz / top } }, `${kilohertz} kHz`)));
}

function say(text) {
  setText(byId("live-state"), text);
}

function words(error) {
  if (error.name === "NotAllowedError") {
    return "The browser was not allowed to use the microphone. Allow it in the address bar, and start again.";
  }
  if (error.name === "NotFoundError") return "There is no microphone. Connect one, and start again.";
  return error.message;
}
