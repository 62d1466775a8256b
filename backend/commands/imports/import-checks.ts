import type { ImportChoices, ImportReport } from '../../../contract/imports.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { columnsWith, keptHeadings, missingFields } from '../../domain/imports/headings.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { HttpProblem } from '../../kernel/http/problem.ts'
import { rememberedMapping } from '../../read-model/imports.ts'
import { isInOtherOrder } from './file-row-reader.ts'
import { createImportFileReader, shortTurns } from './import-file-reader.ts'
import type { Turns } from './import-file-rows.ts'
import { type FileHead, isField, mappingOf } from './import-files.ts'
import type { ImportPace } from './import-pace.ts'
import type { ImportTools } from './planned-rows.ts'
import { hasOtherDates, relatedTo, rowPlans, verdictOf } from './row-plans.ts'
import type { WaitingFile, WaitingFiles } from './waiting-files.ts'
import type { RowVerdict } from './waiting-rows.ts'

const files = createImportFileReader()

type Pace = Pick<ImportPace, 'letOthersFirst'>
/** Of a request that counts as a command itself. */
const noPace: Pace = { letOthersFirst: async () => {} }

function requireFields(kind: ImportKind, { mapping }: ImportChoices): void {
  for (const field of Object.values(mapping))
    if (field !== '' && !isField(kind, field))
      throw new DomainError('invalid', 'Choose what a column is from the list for this kind of file.')
}

const missingIn = ({ kind, columns }: WaitingFile) => missingFields(kind, columns)

export type ImportChecks = ReturnType<typeof createImportChecks>

/** Checks files of staff that wait in a table. `waitForTables`: they show all rows that an import has written. */
export function createImportChecks(
  tools: ImportTools,
  { waiting, waitForTables }: { waiting: WaitingFiles; waitForTables(): Promise<void> },
) {
  const { knex } = tools

  const columnsOf = async (kind: ImportKind, head: FileHead, { mapping }: ImportChoices) =>
    columnsWith(kind, head.headings, head.byCells, {
      chosen: mappingOf(kind, Object.entries(mapping)),
      remembered: mappingOf(kind, await rememberedMapping(knex, kind)),
    })

  async function verdictsOn(file: WaitingFile, texts: Parameters<typeof rowPlans>[1], turns: Turns) {
    const verdicts: RowVerdict[] = []
    for await (const part of rowPlans(file, texts, tools, turns)) verdicts.push(...part.map(verdictOf))
    return verdicts
  }

  async function report(file: WaitingFile): Promise<ImportReport> {
    const { id, kind, name, plan, head, choices, columns } = file
    const { encoding, isEncodingAssumed, separator, platform, samples } = head
    const kept = new Map(keptHeadings(columns).map(({ place, heading }) => [place, heading]))
    return {
      ...{ id, kind, name, plan, choices, encoding, isEncodingAssumed, separator, platform },
      createdAt: file.createdAt,
      columns: columns
        .map((column, place) => ({
          ...column,
          place,
          keptAs: kept.get(place) ?? null,
          samples: samples.map((cells) => cells[place] ?? ''),
        }))
        .filter(
          ({ heading, keptAs, samples }) => heading !== '' || keptAs !== null || samples.some((cell) => cell !== ''),
        ),
      missing: missingIn(file),
      ...(await waiting.counts(id)),
    }
  }

  /** Checks all rows. */
  async function checkAll(file: WaitingFile, pace: Pace): Promise<ImportReport> {
    const turns = shortTurns(pace)
    if (missingIn(file).length > 0) await waiting.save(file, { verdicts: [], isPlanned: false }, turns.over)
    else {
      await waitForTables()
      const isMixed = await hasOtherDates(file, waiting.texts(file.id), turns)
      const checked = { ...file, isMixed }
      const verdicts = await verdictsOn(checked, waiting.texts(file.id), turns)
      await waiting.save(checked, { verdicts, isPlanned: true }, turns.over)
    }
    return report(await waiting.find(file.id))
  }

  return {
    read: async (fileId: string) => report(await waiting.find(fileId)),

    /** A new file, whose rows wait from now on. */
    async add(
      { kind, name, choices, file }: { kind: ImportKind; name: string; choices: ImportChoices; file: unknown },
      pace: Pace,
    ): Promise<ImportReport> {
      if (!(file instanceof Uint8Array)) throw new HttpProblem(400, 'Choose a CSV file first.')
      requireFields(kind, choices)
      const remembered = await rememberedMapping(knex, kind)
      const options = { kind, chosen: Object.entries(choices.mapping), remembered }
      const { head, fileHash, rows } = await files.read(file, options, pace)
      await waitForTables()
      const columns = await columnsOf(kind, head, choices)
      const content = { name, fileHash, head, choices, columns, isMixed: false, rows }
      const fileId = await waiting.add(kind, content, shortTurns(pace).over)
      return checkAll(await waiting.find(fileId), pace)
    },

    /** The same rows with other choices, or compared with what is known by now. */
    async again(fileId: string, choices: ImportChoices): Promise<ImportReport> {
      const file = await waiting.find(fileId)
      requireFields(file.kind, choices)
      const columns = await columnsOf(file.kind, file.head, choices)
      return checkAll({ ...file, choices, columns }, noPace)
    },

    /** Mends cells of a row, and checks it with the rows that are about the same person or gift, before or by now. */
    async mend(fileId: string, line: number, cells: readonly { place: number; text: string }[]): Promise<ImportReport> {
      const file = await waiting.find(fileId)
      const { related, cells: before } = await waiting.row(fileId, line)
      const { length } = file.head.headings
      const now = [...before.slice(0, length)]
      for (const { place, text } of cells) {
        if (place >= length) throw new DomainError('invalid', 'The file has no such column.')
        while (now.length < place) now.push('')
        now[place] = text
      }
      const mended = { line, cells: now }
      const turns = shortTurns(noPace)
      if (missingIn(file).length > 0) {
        await waiting.save(file, { verdicts: [], isPlanned: false, mended }, turns.over)
        return report(await waiting.find(fileId))
      }
      if (file.isMixed || isInOtherOrder(file.columns, file.choices.isDayFirst)?.(mended)) {
        await waiting.save(file, { verdicts: [], isPlanned: false, mended }, turns.over)
        return checkAll(await waiting.find(fileId), noPace)
      }
      await waitForTables()
      const text = JSON.stringify(mended)
      const both = [related, relatedTo(file, text, tools)].filter((one) => one !== null)
      const others = (await Array.fromAsync(waiting.texts(fileId, both))).flat()
      const lineIn = (row: string): number => JSON.parse(row).line
      const rows = [...others.filter((row) => lineIn(row) !== line), text].sort((a, b) => lineIn(a) - lineIn(b))
      await waiting.save(file, { verdicts: await verdictsOn(file, [rows], turns), isPlanned: true, mended }, turns.over)
      return report(await waiting.find(fileId))
    },
  }
}
