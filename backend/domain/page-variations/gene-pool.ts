import type { genes } from '../../../records/page-variations.ts'
import { DomainError, type Fact } from '../../kernel/eventlog/decider.ts'

export type Gene = (typeof genes)[number]

/**
 * One form of a gene. An id always stands for the same wording: a reworded text is a new allele. `text`: the headline,
 * the title of the issue, or the name of the color or layout.
 */
export type Allele = {
  id: string
  gene: Gene
  text: string
  description: string | null
  status: 'proposed' | 'approved' | 'retired'
  /** The form that the page has as built. */
  isBuilt: boolean
  replaces: string | null
}

export type Wording = { text: string; description: string | null }

export type GenePoolChange = {
  kind: 'shipped' | 'proposed' | 'reworded' | 'approved' | 'retired'
  /** Null: several genes at once. */
  alleleId: string | null
}

/** `genePoolVersion`s and times come from the caller. */
export type GenePoolCommand =
  | Fact<'ProposeAllele', { gene: Gene } & Wording>
  | Fact<'RewordAllele', { alleleId: string; gene: Gene } & Wording>
  | Fact<'ApproveAllele', { alleleId: string }>
  | Fact<'RetireAllele', { alleleId: string }>

/** The alleles after a command; null when there is nothing to do. Throws DomainError. */
export function changePool(
  alleles: readonly Allele[],
  command: GenePoolCommand,
): { alleles: Allele[]; change: GenePoolChange } | null {
  const replaced = (allele: Allele, status: Allele['status']) =>
    alleles.map((one) => (one === allele ? { ...allele, status } : one))
  switch (command.type) {
    case 'ProposeAllele': {
      const allele = newAllele(alleles, command.data, null)
      return { alleles: [...alleles, allele], change: { kind: 'proposed', alleleId: allele.id } }
    }
    case 'RewordAllele': {
      const { alleleId, gene, text, description } = command.data
      const old = find(alleles, alleleId)
      if (old.gene !== gene) throw new DomainError('invalid', 'This text belongs to another part of the page.')
      if (old.text === text && old.description === description) return null
      if (old.status === 'retired')
        throw new DomainError('conflict', 'This text is retired. Propose a new one instead.')
      if (old.isBuilt) throw builtIn()
      const allele = { ...newAllele(alleles, command.data, old.id), status: old.status }
      const before: readonly Allele[] =
        old.status === 'approved' ? replaced(old, 'retired') : alleles.filter((one) => one !== old)
      return { alleles: [...before, allele], change: { kind: 'reworded', alleleId: allele.id } }
    }
    case 'ApproveAllele': {
      const allele = find(alleles, command.data.alleleId)
      if (allele.status === 'approved') return null
      return { alleles: replaced(allele, 'approved'), change: { kind: 'approved', alleleId: allele.id } }
    }
    case 'RetireAllele': {
      const allele = find(alleles, command.data.alleleId)
      if (allele.status === 'retired') return null
      if (allele.isBuilt) throw builtIn()
      return { alleles: replaced(allele, 'retired'), change: { kind: 'retired', alleleId: allele.id } }
    }
  }
}

const builtIn = () =>
  new DomainError(
    'conflict',
    'This belongs to the default page, which is always part of the test. Edit the campaign’s settings instead.',
  )

function find(alleles: readonly Allele[], id: string): Allele {
  const found = alleles.find((allele) => allele.id === id)
  if (found) return found
  throw new DomainError('not_found', 'That text no longer exists. Reload the page to see the current list.')
}

const maxUnretired = 40
/** Counts retired alleles too, since the event of a change holds them all. */
export const maxAlleles = 500

function newAllele(
  alleles: readonly Allele[],
  { gene, text, description }: { gene: Gene } & Wording,
  replaces: string | null,
): Allele {
  const own = alleles.filter((allele) => allele.gene === gene)
  if (
    own.some(
      (one) => one.id !== replaces && one.status !== 'retired' && one.text === text && one.description === description,
    )
  )
    throw new DomainError('conflict', 'This text is already in the list.')
  if (own.filter(({ status }) => status !== 'retired').length >= maxUnretired)
    throw new DomainError('conflict', `There are ${maxUnretired} of these already. Retire one first.`)
  if (own.filter(({ id, status }) => id !== replaces || status === 'approved').length >= maxAlleles)
    throw new DomainError(
      'conflict',
      `You’ve reached the limit of ${maxAlleles}, including retired ones. Approve one of them again instead.`,
    )
  return { id: freeId(alleles, gene), gene, text, description, status: 'proposed', isBuilt: false, replaces }
}

function freeId(alleles: readonly Allele[], base: string): string {
  // Skips ids of discarded proposals too, since a replacement names them.
  const taken = new Set(alleles.flatMap(({ id, replaces }) => (replaces === null ? [id] : [id, replaces])))
  let number = 1
  while (taken.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}

/**
 * The pool after a release or the campaign’s settings changed what ships; null: nothing changed. A shipped text that
 * changed is a new allele; decisions by admins stay.
 */
export function shipPool(
  alleles: readonly Allele[],
  shipped: readonly Omit<Allele, 'status' | 'replaces'>[],
  isApproved: boolean,
): Allele[] | null {
  let pool = [...alleles]
  let isChanged = false
  for (const one of shipped) {
    const same = pool.findLast(
      (known) =>
        known.gene === one.gene &&
        (known.id === one.id || known.id.startsWith(`${one.id}~`)) &&
        known.text === one.text &&
        known.description === one.description,
    )
    if (same) {
      const mustReturn = one.isBuilt && (!same.isBuilt || same.status !== 'approved')
      if (!mustReturn) continue
      pool = pool.map((known) => (known === same ? { ...same, isBuilt: true, status: 'approved' } : known))
    } else {
      const old = pool.findLast(
        (known) => known.gene === one.gene && (known.id === one.id || known.id.startsWith(`${one.id}~`)),
      )
      // A text that admins retired does not come back under another wording.
      const status = one.isBuilt ? 'approved' : (old?.status ?? (isApproved ? 'approved' : 'proposed'))
      pool = pool.map((known) =>
        known === old && known.status === 'approved' ? { ...known, status: 'retired' } : known,
      )
      const versions = pool.filter((known) => known.id === one.id || known.id.startsWith(`${one.id}~`)).length
      pool.push({
        ...one,
        id: versions === 0 ? one.id : `${one.id}~${versions + 1}`,
        status,
        replaces: old?.id ?? null,
      })
    }
    isChanged = true
  }
  // Only the page as it is built now is the control.
  const built = new Set(
    shipped.filter(({ isBuilt }) => isBuilt).map((one) => `${one.gene}/${one.text}/${one.description}`),
  )
  const current = pool.map((known) =>
    known.isBuilt && !built.has(`${known.gene}/${known.text}/${known.description}`)
      ? { ...known, isBuilt: false }
      : known,
  )
  return isChanged ? current : null
}
