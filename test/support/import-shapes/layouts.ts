import { type Shape, table } from './shape.ts'

type Kind = Shape['kind']
const separators = { commas: ',', semicolons: ';', tabs: '\t' } as const

const bases: { [Name in Kind]: { headings: string; row(id: string): string[] } } = {
  donations: {
    headings: 'Date|First Name|Last Name|Email|Amount',
    row: (id) => ['2/9/2026', 'Nell', 'Dray', `nell@${id}.example`, '20.50'],
  },
  'email-signups': { headings: 'Email Address|First Name|City', row: (id) => [`nell@${id}.example`, 'Nell', 'Delphi'] },
  volunteers: {
    headings: 'First Name|Last Name|Email|Phone',
    row: (id) => ['Nell', 'Dray', `nell@${id}.example`, '765-555-0100'],
  },
  'opt-outs': { headings: 'Email|Reason', row: (id) => [`nell@${id}.example`, 'asked'] },
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const lines = (text: string, change: (all: string[]) => string[]) => change(text.split('\n')).join('\n')
const commas = (text: string) => ','.repeat((text.split('\n')[0] ?? '').split(',').length - 1)

type Layout = { name: string; separator?: keyof typeof separators; of(text: string): string | Buffer; refused?: number }
/** Changes that programs and people make to a table around its rows. */
const layouts: Layout[] = [
  { name: 'LibreOffice, semicolons', separator: 'semicolons', of: (text) => text },
  {
    name: 'Excel in Germany, "sep="',
    separator: 'semicolons',
    of: (text) => `sep=;\r\n${text.replaceAll('\n', '\r\n')}`,
  },
  { name: 'Excel, Unicode text', separator: 'tabs', of: (text) => utf16(text.replaceAll('\n', '\r\n')) },
  { name: 'Excel, CSV UTF-8', of: (text) => `\ufeff${text.replaceAll('\n', '\r\n')}\r\n` },
  { name: 'Numbers, with the name of the table', of: (text) => `Table 1\n\n${text}` },
  {
    name: 'a title and a date above',
    of: (text) => `Report of the spring, Delphi\nGenerated on February 9, 2026\n\n${text}`,
  },
  { name: 'a title padded with commas', of: (text) => `List of people${commas(text)}\n${commas(text)}\n${text}` },
  { name: 'a title above semicolons', separator: 'semicolons', of: (text) => `A list, made for us\n${text}` },
  { name: 'a title above tabs in UTF-16', separator: 'tabs', of: (text) => utf16(`A list, made for us\n${text}`) },
  { name: 'groups of columns above', of: (text) => `Person${commas(text)}\n${text}` },
  {
    name: 'headings again in the middle',
    of: (text) => lines(text, ([head = '', ...rows]) => [head, ...rows, head]),
    refused: 1,
  },
  { name: 'a total at the end', of: (text) => `${text}\nTotal${commas(text)}`, refused: 1 },
  { name: 'a note at the end', of: (text) => `${text}\n\nExported by the office on 2/9/2026`, refused: 1 },
  { name: 'a number of records at the end', of: (text) => `${text}\n1 records`, refused: 1 },
  { name: 'blank lines and columns', of: (text) => lines(text, (all) => all.flatMap((line) => [`${line},,,`, ',,,'])) },
  {
    name: 'everything in other quotation marks',
    of: (text) => lines(text, (all) => all.map((line) => `“${line.replaceAll(',', '”,“')}”`)),
  },
  {
    name: 'everything in single quotation marks',
    of: (text) => lines(text, (all) => all.map((line) => `'${line.replaceAll(',', "','")}'`)),
  },
  { name: 'an old mark of the end', of: (text) => `${text}\r\n\x1a` },
  {
    name: 'everything in quotation marks',
    of: (text) => lines(text, (all) => all.map((line) => `"${line.replaceAll(',', '","')}"`)),
  },
  { name: 'every line in quotation marks', of: (text) => lines(text, (all) => all.map((line) => `"${line}"`)) },
  { name: 'old line ends', of: (text) => text.replaceAll('\n', '\r') },
]

/** Each kind of file in each layout. */
export const layoutShapes: Shape[] = layouts.flatMap(({ name, separator = 'commas', of, refused = 0 }, place) =>
  (['donations', 'email-signups', 'volunteers', 'opt-outs'] as const).map((kind): Shape => {
    const { headings, row } = bases[kind]
    return {
      name,
      kind,
      file: of(table(headings, [row(`e${place}`)], separators[separator])),
      expected: { added: 1, refused },
    }
  }),
)
