import { DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

/** `passkeyId`: random, not derived from the key. */
type Passkey = { userId: number; passkeyId: string }

export type UserPasskeyCommand =
  | Fact<'AddPasskey', Passkey>
  | Fact<'RemovePasskey', Passkey>
  /** All passkeys of the account: a stranger may have added them, or their owner may have lost them. */
  | Fact<'RemovePasskeys', { userId: number }>

/** Keys and names stay in the identity state. The log records who could sign in with a new passkey, and until when. */
export type UserPasskeyEvent = Fact<'PasskeyAdded', Passkey> | Fact<'PasskeyRemoved', Passkey>

/** The ids of the passkeys in use. */
export type UserPasskeys = readonly string[]

export const maxPasskeys = 20

export function decidePasskeys(command: UserPasskeyCommand, passkeys: UserPasskeys): UserPasskeyEvent[] {
  const { userId } = command.data
  switch (command.type) {
    case 'AddPasskey':
      if (passkeys.includes(command.data.passkeyId)) return []
      if (passkeys.length >= maxPasskeys)
        throw new DomainError('conflict', `You have ${maxPasskeys} passkeys. Remove one that you no longer use first.`)
      return [{ type: 'PasskeyAdded', data: command.data }]
    case 'RemovePasskey':
      return passkeys.includes(command.data.passkeyId) ? [{ type: 'PasskeyRemoved', data: command.data }] : []
    case 'RemovePasskeys':
      return allRemoved(userId, passkeys)
  }
}

export const allRemoved = (userId: number, passkeys: UserPasskeys): UserPasskeyEvent[] =>
  passkeys.map((passkeyId) => ({ type: 'PasskeyRemoved', data: { userId, passkeyId } }))

export function evolvePasskeys(passkeys: UserPasskeys, { type, data: { passkeyId } }: UserPasskeyEvent): UserPasskeys {
  const others = passkeys.filter((known) => known !== passkeyId)
  switch (type) {
    case 'PasskeyAdded':
      return [...others, passkeyId]
    case 'PasskeyRemoved':
      return others
  }
}
