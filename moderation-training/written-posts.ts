import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { allowedOf, type Post } from './posts.ts'

const folder = join(import.meta.dirname, 'examples')
const weight = 1

export type WrittenPosts = { train: Post[]; validation: Post[]; test: Post[] }

/** Posts written for this project one by one: JSON lines with `text`, `label` and perhaps `kind`, split by folder. */
export async function readWrittenPosts(from = folder): Promise<WrittenPosts> {
  const [train, validation, test] = await Promise.all([
    readFolder(join(from, 'train')),
    readFolder(join(from, 'validation')),
    readFolder(join(from, 'test')),
  ])
  return { train, validation, test }
}

/** In the order of the files' names: a seeded training depends on the order of its posts. */
async function readFolder(split: string): Promise<Post[]> {
  const names = (await readdir(split)).filter((name) => name.endsWith('.jsonl')).sort()
  return (await Promise.all(names.map((name) => readTopic(join(split, name))))).flat()
}

async function readTopic(file: string): Promise<Post[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  const source = `examples-${basename(file, '.jsonl')}`
  return lines.map((line, index) => {
    const row: unknown = JSON.parse(line)
    if (!isWritten(row)) throw new TypeError(`${file}, line ${index + 1}: text and label are needed.`)
    const allowed = allowedOf(row.label, [], true)
    if (allowed === 0) throw new TypeError(`${file}, line ${index + 1}: ${row.label} is not one of the labels.`)
    return { ...row, source, allowed, weight }
  })
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
