import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allowedOf, type Post } from './posts.ts'

const folder = join(import.meta.dirname, 'examples', 'posts')
const block = 12 // lines: pairs stand next to each other, and must not be parted
const weight = 4

/**
 * Posts written for this project one by one: JSON lines with `text`, `label` and perhaps `kind`. Of each file every
 * sixth dozen of lines is kept from the trial, and the whole of the files named `unseen-…`, written without sight of
 * the others: by them settings are chosen. Those named `exam-…` were written likewise and are for nothing but the figures.
 */
export async function readWrittenPosts(from = folder): Promise<{ train: Post[]; dev: Post[]; exam: Post[] }> {
  const [train, dev, exam]: [Post[], Post[], Post[]] = [[], [], []]
  for (const name of (await readdir(from)).filter((name) => name.endsWith('.jsonl')).sort()) {
    const lines = (await readFile(join(from, name), 'utf8')).split('\n').filter((line) => line !== '')
    for (const [index, line] of lines.entries()) {
      const row: unknown = JSON.parse(line)
      if (!isWritten(row)) throw new TypeError(`${name}, line ${index + 1}: text and label are needed.`)
      const isHeld = name.startsWith('unseen-') || Math.floor(index / block) % 6 === 1
      const source = `examples-${basename(name, '.jsonl')}`
      const allowed = allowedOf(row.label, [], true)
      if (allowed === 0) throw new TypeError(`${name}, line ${index + 1}: ${row.label} is no label.`)
      ;(name.startsWith('exam-') ? exam : isHeld ? dev : train).push({ ...row, source, allowed, weight })
    }
  }
  return { train, dev, exam }
}

function isWritten(row: unknown): row is { text: string; label: string; kind?: string } {
  return (
    typeof row === 'object' &&
    row !== null &&
    'text' in row &&
    typeof row.text === 'string' &&
    'label' in row &&
    typeof row.label === 'string'
  )
}
