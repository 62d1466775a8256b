import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trainCommand } from './moderation-train-command.ts'
import { createProgressBar } from './progress.ts'

const file = join(import.meta.dirname, '..', 'moderation', 'model.bin')

/** `npm run moderation:train -- --data DIR [--seed N]` */
process.exitCode = await trainCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  createBar: (label) => createProgressBar(label, process.stderr, () => performance.now(), 'posts'),
  save: (bytes) => writeFileSync(file, bytes),
})
