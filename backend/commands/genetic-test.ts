import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as api from '../../contract/fitness-replay.ts'
import { approveAllele, type NewAllele, proposeAllele, retireAllele, rewordAllele } from '../../contract/gene-pool.ts'
import { resumeVariation, verifyEvolution } from '../../contract/genetic-analytics.ts'
import { evolvePopulation } from '../../contract/page-variations.ts'
import {
  evolutionVerificationStream,
  evolutionVerifications,
} from '../domain/page-variations/evolution-verifications.ts'
import { pagePauseStream, pagePauses } from '../domain/page-variations/page-pauses.ts'
import { type PopulationCommand, pageVariations, populationStream } from '../domain/page-variations/page-variations.ts'
import { type Evolving, warningFor } from '../experiments/evolution.ts'
import type { EvolutionFinding } from '../experiments/evolution-verifier.ts'
import { measurementFormats, type exportMeasurements as writeMeasurements } from '../experiments/measurement-export.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import { commandContext, repeatableId } from '../kernel/http/command-context.ts'
import type { StreamLimits } from '../kernel/http/file-stream.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { fileRoute, route, staff } from '../kernel/http/route.ts'
import { genePoolRow } from '../read-model/gene-pool.ts'
import type { Execute } from './command.ts'
import { createFileExports } from './exports/file-exports.ts'

type GeneticTools = {
  verifyEvolution: () => Promise<EvolutionFinding>
  /** The pieces of a file. */
  measurementFile: (asked: Parameters<typeof writeMeasurements>[1]) => AsyncIterable<string | Uint8Array>
  fileLimits?: StreamLimits | undefined
  execute: Execute
  knex: Knex
  evolving: Evolving
  waitForProjection: WaitForProjection
}

/** Maximum number at once, because each reads the whole log. */
const maxExports = 3

const wordingOf = (body: NewAllele) =>
  body.gene === 'headline'
    ? { gene: body.gene, text: body.text, description: null }
    : { gene: body.gene, text: body.title, description: body.description }

/** Admins’ decisions about page variations: the next generation and the texts. */
export async function geneticTestCommands(
  app: FastifyInstance,
  { execute, knex, evolving, verifyEvolution: verify, measurementFile, fileLimits, waitForProjection }: GeneticTools,
): Promise<void> {
  route(app, evolvePopulation, staff('page-tests'), async ({ request }) => {
    const evolved = await evolving.force(commandContext(request), request.person?.id ?? 0)
    if (evolved === null)
      throw new DomainError('conflict', 'Testing is off. Approve a second headline, issue, color or layout first.')
    await waitForProjection(evolved.position, request)
    return { generation: evolved.generation, warning: warningFor(evolved) }
  })

  route(app, resumeVariation, staff('page-tests'), async ({ params, request }) => {
    const command = { type: 'ResumeVariation', data: { variationId: params.id } } as const
    await execute(request, pagePauses, pagePauseStream(params.id), command)
  })

  async function changePool(request: FastifyRequest, command: PopulationCommand) {
    await execute(request, pageVariations, populationStream, command)
    return genePoolRow(knex)
  }

  route(app, proposeAllele, staff('page-tests'), ({ body, request }) =>
    changePool(request, { type: 'ProposeAllele', data: wordingOf(body) }),
  )
  route(app, rewordAllele, staff('page-tests'), ({ params, body, request }) =>
    changePool(request, { type: 'RewordAllele', data: { alleleId: params.id, ...wordingOf(body) } }),
  )
  route(app, approveAllele, staff('page-tests'), ({ params, request }) =>
    changePool(request, { type: 'ApproveAllele', data: { alleleId: params.id } }),
  )
  route(app, retireAllele, staff('page-tests'), ({ params, request }) =>
    changePool(request, { type: 'RetireAllele', data: { alleleId: params.id } }),
  )

  const send = createFileExports({ execute, fileLimits, max: maxExports })
  fileRoute(app, api.exportMeasurements, staff('page-tests'), ({ query, request, reply }) =>
    send(request, reply, {
      command: (exportId) => ({ type: 'ExportMeasurements', data: { exportId, ...query } }),
      name: `page-variations-${query.table}`,
      format: query.format,
      type: measurementFormats[query.format],
      content: measurementFile(query),
    }),
  )

  let isVerifying = false
  route(app, verifyEvolution, { ...staff('page-tests'), keepAnswer: false }, async ({ request }) => {
    if (isVerifying)
      throw new DomainError('conflict', 'Evolution is being verified already. Please wait for the result.')
    isVerifying = true
    try {
      const found = await verify()
      const verificationId = repeatableId(request, 'verification')
      const command = { type: 'RecordEvolutionVerification', data: { verificationId, ...found } } as const
      const stream = evolutionVerificationStream(verificationId)
      const [event] = await execute(request, evolutionVerifications, stream, command, { isNew: true })
      return { ...found, at: event?.metadata.at ?? new Date().toISOString() }
    } finally {
      isVerifying = false
    }
  })
}
