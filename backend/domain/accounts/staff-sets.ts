import {
  isNameOfProgram,
  lackOf,
  maxStaffSets,
  type SetRight,
  type StaffSet,
  setKey,
  setRightsIn,
  type staffSet,
  type staffSetChange,
  type staffSetEnd,
} from '../../../records/staff-sets.ts'
import type { Values } from '../../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

type Defined<Right> = Values<typeof staffSet> & Values<typeof staffSetChange> & { rights: readonly Right[] }
type Removed = { setId: number } & Values<typeof staffSetEnd>

export type StaffSetCommand =
  | Fact<'DefineStaffSet', Defined<SetRight>>
  /** `revision`: of the set as the admin saw it. */
  | Fact<'ChangeStaffSet', { setId: number; revision: number } & Defined<SetRight>>
  | Fact<'RemoveStaffSet', Removed>
/** A later StaffSetDefined replaces the name and the rights of its set. Rights that are no longer known stand in the log by their name. */
export type StaffSetEvent =
  | Fact<'StaffSetDefined', { setId: number } & Defined<string>>
  | Fact<'StaffSetRemoved', Removed>

/** `revision`: how many events it had. */
type Known = { name: string; rights: readonly string[]; isRemoved: boolean; revision: number }
/** The set with number 1 comes first. */
export type KnownSets = readonly Known[]

/** One stream, so that names differ and their number has a max; its events are few. */
export const staffSetStream = 'staff-sets'

/** Those that people can hold. */
export const setsInForce = (sets: KnownSets): readonly StaffSet[] =>
  sets.flatMap(({ name, rights, isRemoved }, index) =>
    isRemoved ? [] : [{ key: setKey(index + 1), name, rights: setRightsIn(rights) }],
  )

const conflict = (message: string) => new DomainError('conflict', message)

/** `own`: the number of the set that is changed. */
function requireDefinable({ name, rights }: Defined<SetRight>, sets: KnownSets, own: number | null): void {
  const lack = lackOf(rights)
  if (lack !== null) throw new DomainError('invalid', lack)
  if (isNameOfProgram(name)) throw conflict(`“${name}” is a name of the program. Choose another name.`)
  const isSame = (set: Known, index: number) =>
    !set.isRemoved && index + 1 !== own && set.name.toLowerCase() === name.toLowerCase()
  if (sets.some(isSame)) throw conflict(`There is a role named “${name}”. Choose another name.`)
}

function requireInForce(sets: KnownSets, setId: number): Known {
  const set = sets[setId - 1]
  if (!set) throw new DomainError('not_found', 'Role not found.')
  if (set.isRemoved) throw conflict('This role was removed.')
  return set
}

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((right) => other.includes(right))

/** Sets of rights of the campaign’s own. Only admins decide about them, who hold every right. */
export const staffSets: Decider<KnownSets, StaffSetCommand, StaffSetEvent> = {
  initialState: [],
  decide(command, sets) {
    switch (command.type) {
      case 'DefineStaffSet': {
        requireDefinable(command.data, sets, null)
        if (setsInForce(sets).length >= maxStaffSets)
          throw conflict(`There are ${maxStaffSets} roles of your own already. Remove one first.`)
        return [{ type: 'StaffSetDefined', data: { setId: sets.length + 1, ...command.data } }]
      }
      case 'ChangeStaffSet': {
        const { revision, ...change } = command.data
        const known = requireInForce(sets, change.setId)
        if (known.name === change.name && isEqual(known.rights, change.rights)) return []
        if (known.revision !== revision)
          throw conflict(
            'Another admin has changed this role since you opened it. Look at it again before you change it.',
          )
        requireDefinable(change, sets, change.setId)
        return [{ type: 'StaffSetDefined', data: change }]
      }
      case 'RemoveStaffSet': {
        const { setId } = command.data
        if (sets[setId - 1]?.isRemoved) return []
        requireInForce(sets, setId)
        return [{ type: 'StaffSetRemoved', data: command.data }]
      }
    }
  },
  evolve(sets, { type, data }) {
    const { setId } = data
    const revision = (sets[setId - 1]?.revision ?? 0) + 1
    const known = (set: Omit<Known, 'revision'>) => sets.toSpliced(setId - 1, 1, { ...set, revision })
    switch (type) {
      case 'StaffSetDefined': {
        const { name, rights } = data
        return known({ name, rights, isRemoved: false })
      }
      case 'StaffSetRemoved':
        return known({ name: sets[setId - 1]?.name ?? '', rights: [], isRemoved: true })
    }
  },
}
