// A player for Pile In in another language: flat Monte Carlo with ten playouts for each answer.
// pilein fight examples/scorched/duel.toml --play "crusade=program:node examples/agents/flat.mjs"
import { createInterface } from "node:readline";

const PLAYOUTS = 10;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => {
  const { value, done } = await lines.next();
  return done ? { type: "bye" } : JSON.parse(value);
};
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

for (let asked = await hear(); asked.type !== "bye"; asked = await hear()) {
  if (asked.type === "hello") {
    say({ type: "ready", name: "flat" });
    continue;
  }
  let best = { index: 0, lead: -Infinity };
  for (let index = 0; index < asked.options.length; index++) {
    let lead = 0;
    for (let seed = 0; seed < PLAYOUTS; seed++) {
      say({ type: "playout", index, seed });
      lead += (await hear()).lead;
    }
    if (lead > best.lead) best = { index, lead };
  }
  say({ type: "answer", index: best.index });
}
