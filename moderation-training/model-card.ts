import { defaultThresholds } from '../backend/domain/forum/screening.ts'
import { type Judged, rowsOf } from './figures.ts'
import { isByPeople } from './fit-head.ts'
import { areaUnder, areaUnderCurve } from './gate.ts'
import type { Trained } from './train.ts'

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** The figures of a model as Markdown: the gate’s, then a table by source of what it held and refused. */
export function modelCard({
  version,
  figures,
  validation,
}: Pick<Trained, 'version' | 'figures' | 'validation'>): string {
  const isPublic = ({ source }: { source: string }) => !source.startsWith('examples')
  const rows = rowsOf(validation).filter(isPublic)
  const sources = [...new Set(rows.map(({ source }) => source))]
  const lines = sources.map((source) => {
    const area = areaUnderCurve(validation.filter(({ post }) => post.source === source))
    const harmless = rows.find((row) => row.source === source && row.label === 'none')
    const violations = rows.filter((row) => row.source === source && row.label !== 'none')
    const posts = violations.reduce((sum, row) => sum + row.posts, 0)
    const share = (kind: 'held' | 'refused') =>
      posts === 0 ? '–' : percent(violations.reduce((sum, row) => sum + row[kind] * row.posts, 0) / posts)
    return [
      source,
      `${posts}`,
      share('held'),
      share('refused'),
      `${harmless?.posts ?? 0}`,
      harmless === undefined ? '–' : percent(harmless.held),
      harmless === undefined ? '–' : percent(harmless.refused),
      posts === 0 || harmless === undefined ? '–' : area.toFixed(3),
    ]
  })
  const refused = validation.filter(({ post, verdict }) => isPublic(post) && verdict.suggestion === 'reject')
  const right = refused.filter(({ post }) => post.label !== 'none')
  const publicViolations = validation.filter(({ post }) => isPublic(post) && post.label !== 'none')
  const civilPolitics = validation.filter(
    ({ post, isPolitical }) => isPolitical && post.kind !== undefined && post.label === 'none',
  )
  const areaAsShown = areaUnder(
    validation
      .filter(({ post }) => isByPeople(post))
      .map(({ post, verdict }) => ({ score: verdict.confidence, isViolation: post.label !== 'none' })),
  )
  return [
    `Model ${version}: public AUC ${figures.publicAuc.toFixed(4)}, civil web debate held ${percent(figures.webDebateHeld)},`,
    `precision on political posts ${percent(figures.politicalPrecision)}, precision of rejections on the public sets`,
    `${percent(right.length / Math.max(1, refused.length))}. Published of the violations in the public sets: ${percent(1 - heldOf(publicViolations))}.`,
    `Held of the civil posts on politics that were written unseen: ${percent(heldOf(civilPolitics))}. Area under the curve of the`,
    `percentages as they are shown: ${areaAsShown.toFixed(4)}.`,
    '',
    table([head, ...lines]),
  ].join('\n')
}

const heldOf = (judged: readonly Judged[]) =>
  judged.filter(({ verdict }) => verdict.confidence >= defaultThresholds.review).length / Math.max(1, judged.length)

const head = ['Source', 'Violations', 'Held', 'Refused', 'Harmless', 'Held', 'Refused', 'AUC']

/** Columns as wide as their widest cell, all but the first aligned to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return rows.map(line).toSpliced(1, 0, rule).join('\n')
}

const [start, end] = ['<!-- model-card -->', '<!-- /model-card -->']

/** The document with this card in place of the one between its marks. Throws when the marks are missing. */
export function withModelCard(document: string, card: string): string {
  const [before, rest] = splitAt(document, start)
  const [, after] = splitAt(rest, end)
  return `${before}${start}\n\n${card}\n\n${end}${after}`
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new TypeError(`docs/moderation.md has no ${mark}.`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
