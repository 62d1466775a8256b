type EventData = { [field: string]: unknown }
type Text = { id?: unknown; text?: unknown; title?: unknown; description?: unknown }
type OldPool = { headlines?: Text[]; issueFocuses?: Text[]; buttonColors?: string[]; layouts?: string[] }

/**
 * The first versions of these events: the pool had no approvals, so all shipped alleles were shown and stay approved;
 * generations before the gene model had no statistics, reports did not repeat how their view was served, and formulas
 * were saved without a result. The second version of conversions was credited to the view in which they happened.
 */
export const pageVariationUpcasters: { [type: string]: { [version: number]: (data: EventData) => EventData } } = {
  GenePoolChanged: {
    1: ({ genePool, ...data }) => ({
      ...data,
      alleles: allelesOf(isObject(genePool) ? genePool : {}),
      change: { kind: 'shipped', alleleId: null },
    }),
  },
  PopulationEvolved: {
    1: ({ variations, ...data }) => ({
      ...data,
      variations: Array.isArray(variations)
        ? variations.map((variation) => ({ ...(isObject(variation) ? variation : {}), family: null }))
        : [],
      elites: [],
      births: [],
      scoring: null,
    }),
  },
  // Packed by hand at first (packed-views.ts), and unpacked by the reader, who can say which block is damaged.
  PageViewsRecorded: { 1: (data) => ({ since: data.since, facts: JSON.stringify(data) }) },
  VariationServed: { 1: (data) => ({ ...data, day: null }) },
  VisitRecorded: { 1: (data) => ({ ...data, serving: null }) },
  FormulaSaved: { 1: (data) => ({ ...data, result: null }) },
  ConversionCredited: {
    1: (data) => ({ ...data, isAfterVisit: false, serving: null }),
    2: (data) => ({ ...data, rule: 'view-1' }),
  },
}

const isObject = (value: unknown): value is EventData => typeof value === 'object' && value !== null

function allelesOf({ headlines = [], issueFocuses = [], buttonColors = [], layouts = [] }: OldPool) {
  const of = (gene: string, list: Text[]) =>
    list.map(({ id, text, title, description = null }, index) => ({
      id,
      gene,
      text: text ?? title,
      description,
      status: 'approved',
      isBuilt: index === 0,
      replaces: null,
    }))
  const named = (ids: string[]) => ids.map((id) => ({ id, text: id }))
  return [
    ...of('headline', headlines),
    ...of('issueFocus', issueFocuses),
    ...of('buttonColor', named(buttonColors)),
    ...of('layout', named(layouts)),
  ]
}
