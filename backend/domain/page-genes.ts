import { randomFrom } from './random.ts'

export type ButtonColor = 'cardinal' | 'gold' | 'paper'
export type HeroLayout = 'split' | 'centered'
export type IssueHighlight = { title: string; description: string }

/** One allele per gene, by id; 8 x 4 x 3 x 2 = 192 possible pages. */
export type Genome = { headline: string; issueFocus: string; buttonColor: ButtonColor; layout: HeroLayout }

/** What the genes show. An id keeps its meaning; new wording makes a new version of the pool. */
export type GenePool = {
  headlines: { id: string; text: string }[]
  issueFocuses: ({ id: string } & IssueHighlight)[]
  buttonColors: ButtonColor[]
  layouts: HeroLayout[]
}

export type VariationConfig = {
  headline: string
  issueHighlight: IssueHighlight
  buttonColor: ButtonColor
  layout: { hero: HeroLayout; features: 'vertical'; cta: 'inline' }
}

/** Maximum text lengths that fit the space reserved in the hero at 320 px. */
export const maxLength = { headline: 21, issueTitle: 26, issueDescription: 130 }

/** The first allele of each gene is the page as built: the control. Headlines follow the candidate’s name. */
export const genePool = (control: { office: string; highlightedIssue: IssueHighlight }): GenePool => ({
  headlines: [
    { id: 'office', text: control.office },
    { id: 'neighbors', text: 'for Our Neighbors' },
    { id: 'freedom', text: 'for Your Freedom' },
    { id: 'families', text: 'for Working Families' },
    { id: 'honesty', text: 'for Honest Government' },
    { id: 'constitution', text: 'for the Constitution' },
    { id: 'heartland', text: 'for the Heartland' },
    { id: 'future', text: 'for a Freer Future' },
  ],
  issueFocuses: [
    { id: 'highlighted', ...control.highlightedIssue },
    {
      id: 'liberty',
      title: 'Your rights come first',
      description:
        'Speech, faith, self-defense and privacy belong to you. Every bill should be read, and every vote explained, with that in mind.',
    },
    {
      id: 'innovation',
      title: 'Tech that works for you',
      description:
        'Open competition, privacy you own and room to build. Good jobs should grow here, not only on the coasts.',
    },
    {
      id: 'prosperity',
      title: 'Keep more of what you earn',
      description:
        'Simpler taxes, honest budgets and fewer hurdles for farms and small businesses, so that work pays for families again.',
    },
  ],
  buttonColors: ['cardinal', 'gold', 'paper'],
  layouts: ['split', 'centered'],
})

export const controlGenome: Genome = {
  headline: 'office',
  issueFocus: 'highlighted',
  buttonColor: 'cardinal',
  layout: 'split',
}

/** What a genome shows. An allele that is no longer in the pool falls back to the control. */
export function configOf(pool: GenePool, genome: Genome): VariationConfig {
  const choose = <Allele extends { id: string }>(alleles: Allele[], id: string) =>
    alleles.find((allele) => allele.id === id) ?? alleles[0]
  const focus = choose(pool.issueFocuses, genome.issueFocus)
  return {
    headline: choose(pool.headlines, genome.headline)?.text ?? '',
    issueHighlight: { title: focus?.title ?? '', description: focus?.description ?? '' },
    buttonColor: genome.buttonColor,
    layout: { hero: genome.layout, features: 'vertical', cta: 'inline' },
  }
}

export const populationSize = 5

export type NewVariation = { variationId: string; genome: Genome; origin: 'control' | 'random' }

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/**
 * The first generation: the control and four others, all different. The same pool and seed always give the same result.
 */
export function seedPopulation(pool: GenePool, seed: string): NewVariation[] {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[], fallback: Item) => items[Math.floor(random() * items.length)] ?? fallback
  const found = new Map([[keyOf(controlGenome), controlGenome]])
  while (found.size < populationSize) {
    const genome: Genome = {
      headline: pick(pool.headlines, { id: controlGenome.headline, text: '' }).id,
      issueFocus: pick(pool.issueFocuses, { id: controlGenome.issueFocus, title: '', description: '' }).id,
      buttonColor: pick(pool.buttonColors, controlGenome.buttonColor),
      layout: pick(pool.layouts, controlGenome.layout),
    }
    found.set(keyOf(genome), genome)
  }
  const ids = new Set<string>()
  while (ids.size < populationSize) ids.add(`gen1_${Array.from({ length: 4 }, () => pick([...letters], 'a')).join('')}`)
  return [...found.values()].map((genome, index) => ({
    variationId: [...ids][index] ?? '',
    genome,
    origin: index === 0 ? 'control' : 'random',
  }))
}

const keyOf = ({ headline, issueFocus, buttonColor, layout }: Genome) =>
  [headline, issueFocus, buttonColor, layout].join('/')
