/**
 * Names of errors that a room recognizes without importing the room that throws them; a status and a sentence belong to each
 * (kernel/http).
 */
export const errorNames = {
  appendTooLarge: 'AppendTooLarge',
  idempotencyMismatch: 'IdempotencyMismatch',
  invalidModel: 'InvalidModel',
  invalidPhoto: 'InvalidPhoto',
  logUnavailable: 'LogUnavailable',
  noPast: 'NoPast',
  notAPosition: 'NotAPosition',
  pastNotReady: 'PastNotReady',
  photosUnavailable: 'PhotosUnavailable',
  revisionConflict: 'RevisionConflict',
  unknownPosition: 'UnknownPosition',
} as const
