import type { AnyProjection } from '../projections/projection.ts'

/** Ids of the events that a projection passes over because an operator said so, by the name of the projection. */
export type Skips = ReadonlyMap<string, ReadonlySet<string>>
export type ReadSkips = () => Promise<Skips>

export const noSkips: ReadSkips = async () => new Map()

/** A projection and the events it passes over. */
export type Projecting = { projection: AnyProjection; skips?: ReadonlySet<string> | undefined }
