import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgressBar } from '../../backend/projector/progress-bar.ts'
import { trainCommand } from './train-command.ts'

const shipped = join(import.meta.dirname, '..', '..', 'backend', 'moderation', 'model.bin')

/** `npm run moderation:train -- --data DIR [--seed N] [--out FILE]` */
process.exitCode = await trainCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  createBar: (label) => createProgressBar(label, process.stderr, () => performance.now(), 'posts'),
  save: (bytes, out = shipped) => writeFileSync(out, bytes),
})
