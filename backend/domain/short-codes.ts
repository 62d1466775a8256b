import { maxShortCodes, shortCode, shortCodeWords } from '../../records/short-codes.ts'
import { isSame, type Values } from '../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type New = Values<typeof shortCode>
type Id = { shortCodeId: number }
type Changed = Id & Values<typeof shortCodeWords>

export type ShortCodeCommand =
  | Fact<'MakeShortCode', New>
  | Fact<'ChangeShortCode', Changed>
  | Fact<'RetireShortCode', Id>
  | Fact<'RestoreShortCode', Id>
export type ShortCodeEvent =
  | Fact<'ShortCodeMade', Id & New>
  | Fact<'ShortCodeChanged', Changed>
  | Fact<'ShortCodeRetired', Id>
  | Fact<'ShortCodeRestored', Id>

type ShortCode = New & { isRetired: boolean }
/** The code with number 1 comes first. */
type ShortCodes = readonly ShortCode[]

/** One stream, so that no code is given to two pages. */
export const shortCodeStream = 'short-codes'

function known(codes: ShortCodes, { shortCodeId }: Id): ShortCode {
  const found = codes[shortCodeId - 1]
  if (!found) throw new DomainError('not_found', 'Short link not found.')
  return found
}

/** A code is on paper for years: its number and its letters stay, and it is never given to another link. */
export const shortCodes: Decider<ShortCodes, ShortCodeCommand, ShortCodeEvent> = {
  initialState: [],
  decide(command, codes) {
    switch (command.type) {
      case 'MakeShortCode': {
        const taken = codes.find(({ code }) => code === command.data.code)
        if (taken && !taken.isRetired && isSame(shortCode, taken, command.data)) return []
        if (taken) throw new DomainError('conflict', `The code “${taken.code}” is taken. Choose another one.`)
        if (codes.length >= maxShortCodes)
          throw new DomainError('conflict', 'There are 1,000 short links. Change one that you no longer use.')
        return [{ type: 'ShortCodeMade', data: { shortCodeId: codes.length + 1, ...command.data } }]
      }
      case 'ChangeShortCode':
        return isSame(shortCodeWords, known(codes, command.data), command.data)
          ? []
          : [{ type: 'ShortCodeChanged', data: command.data }]
      case 'RetireShortCode':
        return known(codes, command.data).isRetired ? [] : [{ type: 'ShortCodeRetired', data: command.data }]
      case 'RestoreShortCode':
        return known(codes, command.data).isRetired ? [{ type: 'ShortCodeRestored', data: command.data }] : []
    }
  },
  evolve(codes, event) {
    const { shortCodeId, ...said } = event.data
    const change = (set: Partial<ShortCode>) =>
      codes.map((each, index) => (index === shortCodeId - 1 ? { ...each, ...set } : each))
    switch (event.type) {
      case 'ShortCodeMade': {
        const { code, name, path } = event.data
        return [...codes, { code, name, path, isRetired: false }]
      }
      case 'ShortCodeChanged':
        return change(said)
      case 'ShortCodeRetired':
        return change({ isRetired: true })
      case 'ShortCodeRestored':
        return change({ isRetired: false })
    }
  },
}
