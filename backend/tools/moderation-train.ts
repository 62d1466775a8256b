import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trainCommand } from './moderation-train-command.ts'
import { createProgressBar } from './progress.ts'

const shipped = join(import.meta.dirname, '..', 'moderation', 'model.bin')

/** `npm run moderation:train -- --data DIR [--seed N] [--out FILE]` */
process.exitCode = await trainCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  createBar: (label) => createProgressBar(label, process.stderr, () => performance.now(), 'posts'),
  save: (bytes, out = shipped) => writeFileSync(out, bytes),
})
