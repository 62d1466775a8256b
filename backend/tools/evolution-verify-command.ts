import { randomUUID } from 'node:crypto'
import {
  evolutionVerificationStream,
  evolutionVerifications,
} from '../domain/page-variations/evolution-verifications.ts'
import { verifyEvolution } from '../experiments/evolution-verifier.ts'
import type { OnProgress, VariationLog } from '../experiments/variation-log.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'

/** `npm run evolution:verify`: returns the exit code. 0: all the same, 1: something differs. */
export async function runEvolutionVerify(
  source: VariationLog & { handle: Handle },
  { print, onProgress }: { print(text: string): void; onProgress?: OnProgress },
): Promise<0 | 1> {
  const found = await verifyEvolution(source, onProgress)
  const verificationId = randomUUID()
  const command = { type: 'RecordEvolutionVerification', data: { verificationId, ...found } } as const
  const stream = evolutionVerificationStream(verificationId)
  await source.handle(evolutionVerifications, stream, command, commandLineContext(), { isNew: true })
  print(found.finding)
  return found.isIntact ? 0 : 1
}
