import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgressBar } from '../../backend/kernel/projector/progress-bar.ts'
import { decodeModel } from '../../backend/moderation/model-file.ts'
import { withModelCard } from '../model-card.ts'
import { trainModel } from '../train.ts'
import { trainCommand } from './train-command.ts'

const root = join(import.meta.dirname, '..', '..')
const shipped = join(root, 'backend', 'moderation', 'model.bin')
const document = join(root, 'docs', 'moderation.md')

/** `npm run moderation:train -- --data DIR [--seed N] [--out FILE]` */
process.exitCode = await trainCommand(process.argv.slice(2), {
  print: (line) => console.log(line),
  createBar: (label) => createProgressBar(label, process.stderr, () => performance.now(), 'posts'),
  train: trainModel,
  replaced: () => decodeModel(readFileSync(shipped)).figures,
  save(bytes, card, out) {
    writeFileSync(out ?? shipped, bytes)
    if (out === undefined) writeFileSync(document, withModelCard(readFileSync(document, 'utf8'), card))
  },
})
