// compare.mjs NATIVE MODULE: by how much two outputs of solver_positions differ. Fails where blocks
// differ, a number is not finite, or a difference is above 1e-9 of the block's scale.
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';

function blocksOf(path) {
  return readFileSync(path, 'utf8').split(/^# /m).slice(1).map((block) => {
    const [head, ...lines] = block.trimEnd().split('\n');
    const [, scale, count, label] = head.match(/^(\S+) (\d+) (.+)/);
    if (lines.length !== Number(count)) fail(`${label}: not the ${count} numbers that it says`);
    return { label, scale: Number(scale), numbers: lines.map((line) => (line ? Number(line) : NaN)) };
  });
}

function fail(message) {
  console.error(message);
  exit(1);
}

const native = blocksOf(argv[2]), module = blocksOf(argv[3]);
const shapeOf = ({ label, numbers }) => `${label} (${numbers.length})`;
if (native.length === 0 || native.map(shapeOf).join() !== module.map(shapeOf).join()) {
  fail('the program solves other things natively than as a module');
}
const largest = new Map();  // per solver
for (const [i, { label, scale, numbers }] of native.entries()) {
  // Not a number where one of them is none, which no comparison lets pass.
  const difference = Math.max(...numbers.map((n, k) => Math.abs(n - module[i].numbers[k]))) / scale;
  if (!(difference <= 1e-9)) fail(`${label}: differs by ${difference}`);
  const solver = label.split(': ')[0];
  largest.set(solver, Math.max(largest.get(solver) ?? 0, difference));
}
for (const [solver, difference] of largest) {
  console.log(`${solver}: ${difference === 0 ? 'equal' : difference.toExponential(1)}`);
}
