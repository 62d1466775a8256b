import { randomUUID } from 'node:crypto'
import { verifyEvolution } from '../commands/experiments/evolution-verifier.ts'
import { evolutionVerificationStream, evolutionVerifications } from '../domain/evolution-verifications.ts'
import { commandLineContext } from '../eventlog/command-context.ts'
import { createProgressBar } from './progress.ts'
import { withDatabase } from './with-database.ts'

/**
 * `npm run evolution:verify`: recomputes every draw, chance, score and generation from the log, and records what it
 * found. Exit code: 0 all the same, 1 something differs.
 */
await withDatabase(async ({ core }) => {
  const found = await verifyEvolution(core, createProgressBar('Recomputing evolution'))
  const verificationId = randomUUID()
  const command = { type: 'RecordEvolutionVerification', data: { verificationId, ...found } } as const
  const stream = evolutionVerificationStream(verificationId)
  await core.handle(evolutionVerifications, stream, command, commandLineContext(), { isNew: true })
  console.log(found.finding)
  return found.isIntact ? 0 : 1
})
