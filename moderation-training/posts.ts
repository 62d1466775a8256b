import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { classes } from '../backend/moderation/classes.ts'

/**
 * A post to learn from. `allowed`: the classes that count as right, as bits by their place in `classes`. `kind`: what it is
 * an example of; only on posts written without sight of the others.
 */
export type Post = {
  text: string
  label: string
  source: string
  allowed: number
  weight: number
  template?: string
  kind?: string
}

const anyViolation = (1 << classes.length) - 2

/** Bits of the classes that count as right. If the type is only a guess, every violation does. */
export function allowedOf(label: string, alt: readonly string[], isTyped: boolean): number {
  if (label === 'none') return 1
  if (!isTyped) return anyViolation
  return [label, ...alt].reduce((bits, one) => bits | bitOf(one), 0)
}

const labels: readonly string[] = classes

function bitOf(label: string): number {
  const place = labels.indexOf(label)
  return place < 0 ? 0 : 1 << place
}

/** The weight of a source’s posts: less where labels are noisy or many posts say the same. */
export const sourceWeights: { [source: string]: number } = {
  'wiki-talk-context': 0.5,
  'gab-hate-corpus': 0.6,
  'sms-spam': 0.7,
  'identity-madlibs': 0.5,
  'guest-misogyny': 0.6,
  'toxigen-demos': 1.5,
  hatemojibuild: 1.3,
  'ukp-web-debate': 2,
}

/**
 * Reads `name`.jsonl.gz of a folder: an object a line with `text`, `label`, `source`, and perhaps `alt` and `typed`.
 * Lines with an unknown label are left out.
 */
export async function readPosts(folder: string, name: string): Promise<Post[]> {
  return (await readRows(folder, name)).flatMap(({ text, label, source, alt, typed }) => {
    const allowed = allowedOf(label, alt ?? [], typed !== false)
    return allowed === 0 ? [] : [{ text, label, source, allowed, weight: sourceWeights[source] ?? 1 }]
  })
}

async function readRows(folder: string, name: string): Promise<Row[]> {
  const lines = gunzipSync(await readFile(join(folder, `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const row: unknown = JSON.parse(line)
    if (!isRow(row)) throw new TypeError(`${name}.jsonl.gz, line ${index + 1}: text, label and source are needed.`)
    return [row]
  })
}

type Row = { text: string; label: string; source: string; alt?: string[]; typed?: boolean }

function isRow(row: unknown): row is Row {
  if (typeof row !== 'object' || row === null) return false
  return (
    'text' in row &&
    typeof row.text === 'string' &&
    'label' in row &&
    typeof row.label === 'string' &&
    'source' in row &&
    typeof row.source === 'string'
  )
}
