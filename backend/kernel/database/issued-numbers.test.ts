import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { createIssuedNumbers, IdempotencyMismatch } from './issued-numbers.ts'

const hex = () => randomBytes(32).toString('hex')

it('a repeated command gets its number again, from every process and at the same moment', async () => {
  const { pool } = await createTestDatabase()
  const processes = [createIssuedNumbers(pool), createIssuedNumbers(pool)]
  const commands = Array.from({ length: 20 }, () => ({ commandId: hex(), fingerprint: hex() }))
  const ask = () =>
    Promise.all(processes.map((issued) => Promise.all(commands.map((command) => issued.next('prayer', command)))))
  const [first = [], second] = await ask()
  expect(second).toEqual(first)
  expect(new Set(first).size).toBe(20)
  expect(await ask()).toEqual([first, first])
})

it('another request with the same key is rejected, also at the same moment and in the same process', async () => {
  const { pool } = await createTestDatabase()
  const [here, there] = [createIssuedNumbers(pool), createIssuedNumbers(pool)]
  for (const [one, other] of [
    [here.register, there.register],
    [here.register, here.register],
    [here.register, (command: Parameters<typeof here.register>[0]) => there.next('prayer', command)],
    [(command: Parameters<typeof here.register>[0]) => here.next('prayer', command), there.register],
  ] as const) {
    const commandId = hex()
    const answers = await Promise.allSettled([
      one({ commandId, fingerprint: hex() }),
      other({ commandId, fingerprint: hex() }),
    ])
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toBeInstanceOf(IdempotencyMismatch)
  }
})

it('a command that was registered before its number is drawn gets one, and keeps it', async () => {
  const { pool } = await createTestDatabase()
  const issued = createIssuedNumbers(pool)
  const command = { commandId: hex(), fingerprint: hex() }
  await issued.register(command)
  const number = await issued.next('prayer', command)
  expect(number).toBeGreaterThan(0)
  await issued.register(command)
  expect(await createIssuedNumbers(pool).next('prayer', command)).toBe(number)
})

it('commands are forgotten after the lifetime of their keys, and not before', async () => {
  const { pool } = await createTestDatabase()
  const issued = createIssuedNumbers(pool)
  const [old, recent] = [
    { commandId: hex(), fingerprint: hex() },
    { commandId: hex(), fingerprint: hex() },
  ]
  const numbers = [await issued.next('prayer', old), await issued.next('prayer', recent)]
  const age = "UPDATE eventlog.issued_numbers SET issued_at = now() - $2::interval WHERE command_id = decode($1, 'hex')"
  await pool.query(age, [old.commandId, '26 hours'])
  await pool.query(age, [recent.commandId, '24 hours'])
  await issued.clean()
  expect(await issued.next('prayer', recent)).toBe(numbers[1])
  expect(await issued.next('prayer', old)).not.toBe(numbers[0])
})
