/** Short synthesized sounds, only if switched on; the game never depends on sound. */

import { setting, SETTING_CHANGED } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

// Browsers allow audio only after a user gesture.
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { passive: true });
document.addEventListener(SETTING_CHANGED, wake);

function wake() {
  if (!setting("sound")) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  } catch {
    // No audio device: stay silent.
  }
}

/** The audio context, if sound is on and allowed. */
const ready = () => (setting("sound") && audio?.state === "running" ? audio : null);

/** Plays one note that fades out. @param {AudioContext} audio @param {number} pitch @param {number} start @param {number} length @param {number} loudness */
function note(audio, pitch, start, length, loudness) {
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Two rising notes: it is your turn. */
export function chime() {
  const audio = ready();
  if (!audio) return;
  const now = audio.currentTime;
  note(audio, 659.3, now, 0.5, 0.12);
  note(audio, 987.8, now + 0.12, 0.8, 0.1);
}

/** Dice on felt: one muffled knock for each die rolled. */
export function rattle(dice = 6) {
  const audio = ready();
  if (!audio) return;
  const length = Math.floor(audio.sampleRate * 0.05);
  const noise = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  for (let knock = 0; knock < dice * 2; knock++) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise, playbackRate: 0.7 + Math.random() * 0.6 });
    const muffle = new BiquadFilterNode(audio, { type: "bandpass", frequency: 700 + Math.random() * 900, Q: 1.2 });
    const gain = new GainNode(audio, { gain: 0.25 * (1 - knock / (dice * 3)) });
    source.connect(muffle).connect(gain).connect(audio.destination);
    source.start(audio.currentTime + (knock / (dice * 2)) * 0.55 + Math.random() * 0.04);
  }
}
