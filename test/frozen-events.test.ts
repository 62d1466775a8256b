import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { nullableFields } from '../backend/event-schemas/index.ts'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import type { SubjectKey } from '../backend/kernel/eventlog/encryption/subject-keys.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { currentVersion, type Upcasters } from '../backend/kernel/eventlog/upcasters.ts'
import { personalFields } from '../backend/topics/index.ts'
import { type FrozenEvent, readFrozen } from './freeze-event.ts'

const frozen = readFrozen()
const eventTypes = namesOfEvents()

/** Decodes a sample with the current release; every subject has the key of the samples, or is erased. */
async function decode({ stored }: FrozenEvent, keyOf: (key: Buffer) => SubjectKey) {
  const { subject }: { subject?: string } = JSON.parse(stored.data)
  const known = subject === undefined ? [] : [[subject, keyOf(Buffer.from(frozen.key, 'hex'))] as const]
  const keys = createMemorySubjectKeys({ known })
  const codec = createCodec({ keys, personalFields, upcasters, nullable: nullableFields })
  const [event] = await codec.decode([stored])
  return event?.data
}

describe.each(frozen.events)('$type version $version, as once written', (sample) => {
  it('can still be decoded', async () => {
    expect(await decode(sample, (key) => key)).toEqual(sample.decoded)
  })
  it('can still be decoded when the person is erased', async () => {
    expect(await decode(sample, () => 'erased')).toEqual(sample.erased)
  })
})

it('has a frozen sample of every version of every event type', () => {
  const missing = eventTypes.flatMap((type) =>
    Array.from({ length: currentVersion(upcasters, type) }, (_, index) => index + 1)
      .filter((version) => !frozen.events.some((event) => event.type === type && event.version === version))
      .map((version) => `${type} version ${version}`),
  )
  // To add one: npx node test/freeze-event.ts <type> '<data as JSON>'
  expect(missing).toEqual([])
})

it('has upcasters only for domain events, and from every older version', () => {
  const registered: Upcasters = upcasters
  for (const [type, steps] of Object.entries(registered)) {
    expect(eventTypes).toContain(type)
    expect(Object.keys(steps)).toEqual(Object.keys(steps).map((_, index) => String(index + 1)))
  }
})

/** The names in the union DomainEvent, from the compiler, so that no list has to be maintained. */
function namesOfEvents(): string[] {
  const file = fileURLToPath(new URL('../backend/topics/index.ts', import.meta.url))
  const program = ts.createProgram([file], { allowImportingTsExtensions: true, noEmit: true, strict: true, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const union = source?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'DomainEvent',
  )
  if (source === undefined || union === undefined) throw new Error('backend/topics/index.ts has no type DomainEvent.')
  const types = checker.getTypeAtLocation(union)
  const members = types.isUnion() ? types.types : [types]
  return members.map((member) => {
    const name = member.getProperty('type')
    const literal = name === undefined ? undefined : checker.getTypeOfSymbolAtLocation(name, union)
    if (!literal?.isStringLiteral()) throw new Error('Every DomainEvent needs a literal type.')
    return literal.value
  })
}
