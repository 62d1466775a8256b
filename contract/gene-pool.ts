import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { requiredText, timestamp } from './fields.ts'
import { gene } from './genetic-analytics.ts'
import { maxLength } from './hero-text.ts'

/** The content of an allele. */
const wording = {
  headline: z.strictObject({ gene: z.literal('headline'), text: requiredText(maxLength.headline) }),
  issueFocus: z.strictObject({
    gene: z.literal('issueFocus'),
    title: requiredText(maxLength.issueTitle),
    description: requiredText(maxLength.issueDescription),
  }),
}
export const newAllele = z.discriminatedUnion('gene', [wording.headline, wording.issueFocus])
export type NewAllele = z.infer<typeof newAllele>

export const allele = z.object({
  /** Unique among all genes, and always for the same wording. */
  id: z.string(),
  gene,
  /** `proposed`: never shown to visitors. `approved`: in the test. `retired`: was shown, and its pages are gone. */
  status: z.enum(['proposed', 'approved', 'retired']),
  /** The page as built shows it: always approved. */
  isBuilt: z.boolean(),
  /** headline: the text; issueFocus: the title; buttonColor and layout: their name. */
  text: z.string(),
  /** issueFocus only. */
  description: z.string().nullable(),
  /** The allele whose wording it replaced. */
  replaces: z.string().nullable(),
})
export type Allele = z.infer<typeof allele>

export const genePool = z.object({
  /** False ('Testing is off'): no gene has two approved alleles, so everyone gets the page as built. */
  isTesting: z.boolean(),
  /** Number of different pages that the approved alleles make. */
  pages: z.int(),
  /** Page visits recorded so far, of all variations. */
  recordedVisits: z.int(),
  alleles: z.array(allele),
  changedAt: timestamp.nullable(),
})
export type GenePool = z.infer<typeof genePool>

const alleleParams = z.strictObject({ id: z.string().min(1).max(50) })
const changed = { 200: genePool }

export const readGenePool = endpoint('GET', '/api/genetic-test/gene-pool', {
  summary: 'All texts, colors and layouts that can be tested, and which of them are approved.',
  schema: { response: { 200: genePool } },
})

export const proposeAllele = endpoint('POST', '/api/genetic-test/gene-pool/alleles', {
  summary: 'Propose a headline or an issue focus. Visitors see it once it is approved.',
  schema: { body: newAllele, response: { 201: genePool } },
})

export const rewordAllele = endpoint('PUT', '/api/genetic-test/gene-pool/alleles/:id', {
  summary:
    'Reword a headline or an issue focus: a new allele with the same status; the old one is retired and keeps its counts.',
  schema: { params: alleleParams, body: newAllele, response: changed },
})

export const approveAllele = endpoint('POST', '/api/genetic-test/gene-pool/alleles/:id/approve', {
  summary: 'Approve an allele for testing (also a retired one).',
  schema: { params: alleleParams, response: changed },
})

export const retireAllele = endpoint('POST', '/api/genetic-test/gene-pool/alleles/:id/retire', {
  summary:
    'Stop showing an allele: its pages are retired and their visitors get another one. 409 for the page as built.',
  schema: { params: alleleParams, response: changed },
})
