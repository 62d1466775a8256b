import { z } from 'zod'
import { blankText, requiredText } from '../../../contract/fields.ts'
import { columnLimits, type FurtherColumn, keptColumns, withTags } from '../../../records/kept-columns.ts'
import type { KeptCell } from './row-cells.ts'

const { columns: maxColumns, text: maxText } = columnLimits

/** Lists as null where they are empty, as the record has them. */
const ifAny = <Item>(items: Item[]): Item[] | null => (items.length === 0 ? null : items)

export const keptShape = {
  tags: z
    .string()
    .default('')
    .transform((text) =>
      withTags(
        [],
        text
          .split(/[;,]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
      ),
    )
    .pipe(
      z
        .array(requiredText(keptColumns.tags.max))
        .max(keptColumns.tags.maxTexts, `Use at most ${keptColumns.tags.maxTexts} tags.`),
    )
    .transform(ifAny),
  /** As `furtherIn` has read them. */
  furtherColumns: z.custom<FurtherColumn[]>(Array.isArray).transform(ifAny),
}

const tooManyColumns = `This row has more than ${maxColumns} columns that no field takes, and only so many are kept. Choose “Not imported” for some of them.`

const furtherText = blankText(maxText)
/** Most cells are this and need no more looking at. */
const isPlain = /^[!-~](?:[ -~]{0,100}[!-~])?$/

/** Kept cells, or a reason for each that cannot be kept. `column 7`: see `ImportReport`; headings are for staff alone. */
export function furtherIn(
  cells: readonly KeptCell[],
  from: string,
): { furtherColumns: FurtherColumn[] } | { reasons: string[] } {
  const reasons: string[] = []
  const furtherColumns = cells.flatMap(({ place, heading, text }) => {
    if (isPlain.test(text)) return [{ heading, text, from }]
    const read = furtherText.safeParse(text)
    if (read.success) return read.data === '' ? [] : [{ heading, text: read.data, from }]
    reasons.push(...read.error.issues.map(({ message }) => `column ${place}: ${message}`))
    return []
  })
  if (furtherColumns.length > maxColumns) reasons.push(tooManyColumns)
  return reasons.length > 0 ? { reasons } : { furtherColumns }
}
