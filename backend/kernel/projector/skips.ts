import type { AnyProjection } from './projection.ts'

/** Ids of the events that a projection skips on an operator’s order, by the name of the projection. */
export type Skips = ReadonlyMap<string, ReadonlySet<string>>
export type ReadSkips = () => Promise<Skips>

export const noSkips: ReadSkips = async () => new Map()

/** A projection and the events that it skips. */
export type Projecting = { projection: AnyProjection; skips?: ReadonlySet<string> | undefined }
