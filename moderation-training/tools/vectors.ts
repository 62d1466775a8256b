import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vectorsCommand } from './vectors-command.ts'

const shipped = join(import.meta.dirname, '..', 'word-vectors.bin')

/** `npm run moderation:vectors -- FILE` */
process.exitCode = vectorsCommand(process.argv.slice(2), {
  read: (file) => readFileSync(file, 'utf8'),
  print: (line) => console.log(line),
  save: (bytes) => writeFileSync(shipped, bytes),
})
