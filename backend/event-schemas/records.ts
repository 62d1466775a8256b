import { z } from 'zod'
import type { AccessDenialEvent } from '../domain/accounts/access-denials.ts'
import type { FailedSignInsEvent } from '../domain/accounts/failed-sign-ins.ts'
import type { ExportEvent } from '../domain/exports.ts'
import type { LogVerificationEvent } from '../domain/log-verifications.ts'
import type { EvolutionVerificationEvent } from '../domain/page-variations/evolution-verifications.ts'
import type { FitnessFormulaEvent } from '../domain/page-variations/fitness-formulas.ts'
import type { SampleRatioEvent } from '../domain/page-variations/sample-ratio-alarms.ts'
import type { SealChainEvent } from '../domain/seal-chain-alarms.ts'
import type { SealKeyEvent } from '../domain/seal-keys.ts'
import type { ProjectionSkipEvent } from '../kernel/projector/projection-skips.ts'
import {
  count,
  day,
  everyOf,
  type FieldsOf,
  flag,
  group,
  id,
  largeCount,
  moment,
  name,
  share,
  text,
  uuid,
} from './fields.ts'

type Exported = Extract<ExportEvent, { type: 'MeasurementsExported' }>['data']

const weight = z.number().min(0)
const exported = { exportId: name, format: z.enum(['csv', 'json']), narrowed: z.literal(true).optional() }
const people = { everyone: z.literal(true).optional() }

/** Actions of staff and operators, for the log of actions. */
export const records = {
  AccessRefused: { userId: id, route: text(500) },
  EmailSignupsExported: { ...exported, ...people },
  CampaignRecipientsExported: { ...exported, campaignId: id },
  TableExported: {
    ...exported,
    ...people,
    table: z.enum(['actions', 'people', 'volunteers', 'donations']),
  },
  MeasurementsExported: {
    exportId: name,
    table: everyOf<Exported['table']>()('exposures', 'visits', 'conversions', 'donation-clicks', 'dictionary'),
    format: everyOf<Exported['format']>()('csv', 'parquet'),
  },
  SignInsFailed: {
    userId: id.nullable(),
    series: z.enum(['account', 'address']),
    attempts: count,
    since: moment,
  },
  EvolutionVerified: {
    verificationId: name,
    servings: largeCount,
    scorings: count,
    generations: count,
    isIntact: flag,
    finding: text(2000),
  },
  SampleRatioMismatched: { generation: count, pValue: share },
  SampleRatioRestored: { generation: count, pValue: share },
  LogVerified: {
    verificationId: name,
    upTo: name.nullable(),
    seals: count,
    events: largeCount,
    unsealed: largeCount,
    isIntact: flag,
    finding: text(2000),
  },
  SealChainBroken: { finding: text(2000) },
  SealChainRestored: { finding: text(2000) },
  SealKeyChanged: { oldKey: name, newKey: name, publicKey: text(1000), afterSeal: count },
  EventSkipped: { projection: name, position: name, eventId: uuid, eventType: name, reason: text(500) },
  FormulaSaved: {
    name: text(60),
    request: group({
      weights: group({ donation: weight, volunteer: weight, time: weight }),
      timeCap: count,
      from: day.nullable(),
      to: day.nullable(),
      bots: z.enum(['out', 'in']),
      split: z.enum(['thompson', 'uniform']),
    }),
    result: group({ hash: name, lastPosition: name.nullable() }).nullable(),
    adminId: id,
  },
  FormulaRemoved: { name: text(60) },
  FormulaChecked: { name: text(60), hash: name, holds: flag },
} satisfies FieldsOf<
  | AccessDenialEvent
  | ExportEvent
  | FailedSignInsEvent
  | EvolutionVerificationEvent
  | LogVerificationEvent
  | ProjectionSkipEvent
  | SampleRatioEvent
  | SealChainEvent
  | SealKeyEvent
  | FitnessFormulaEvent
>
