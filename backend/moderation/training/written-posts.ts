import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allowedOf, type Post } from './posts.ts'

const folder = join(import.meta.dirname, '..', 'examples', 'posts')
const block = 12 // lines: pairs stand next to each other, and must not be parted
const weight = 4

/**
 * Posts written for this project one by one: JSON lines with `text`, `label` and perhaps `kind`. Of each file every
 * sixth dozen of lines is kept from training, and the whole of the files named `unseen-…`, written without sight of
 * the others: they tell how well the model does on what it was not made for.
 */
export async function readWrittenPosts(from = folder): Promise<{ train: Post[]; dev: Post[] }> {
  const [train, dev]: [Post[], Post[]] = [[], []]
  for (const name of (await readdir(from)).filter((name) => name.endsWith('.jsonl')).sort()) {
    const lines = (await readFile(join(from, name), 'utf8')).split('\n').filter((line) => line !== '')
    for (const [index, line] of lines.entries()) {
      const row: unknown = JSON.parse(line)
      if (!isWritten(row)) throw new TypeError(`${name}, line ${index + 1}: text and label are needed.`)
      const isHeld = name.startsWith('unseen-') || Math.floor(index / block) % 6 === 1
      const source = `examples-${basename(name, '.jsonl')}`
      const allowed = allowedOf(row.label, [], true)
      if (allowed === 0) throw new TypeError(`${name}, line ${index + 1}: ${row.label} is no label.`)
      ;(isHeld ? dev : train).push({ ...row, source, allowed, weight })
    }
  }
  return { train, dev }
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
