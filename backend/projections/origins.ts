import { columnsIn } from '../../records/columns.ts'
import { notRecorded } from '../../records/names.ts'
import { type Origin, origin, sourceName } from '../../records/origins.ts'
import { valuesIn } from '../../records/values.ts'
import { columnsOf, type Row } from '../kernel/projector/projection.ts'

/** Compared byte by byte: the index then finds what a name begins with, too. */
const name = { source_name: `text COLLATE "C" NOT NULL DEFAULT '${notRecorded}'` }

/** The columns of a row that say where the act came from. */
export const originColumns = { ...columnsIn(origin), ...name }
export const originRow = (said: Origin): Row => ({
  ...columnsOf(valuesIn(origin, said)),
  source_name: sourceName(said.firstSource ?? null),
})

/** The column by which a list is counted, and its index. */
export const countedSource = name
export const sourceIndex = '(source_name, id)'
