/**
 * One AES-256 key per subject for personal data, wrapped by the master key that lives outside the database. A subject
 * is a random UUID; the link to its email address is stored beside the key and deleted with it.
 */
export interface SubjectKeys {
  /** The subject of an address (ignoring case); created durably if there is none or it was erased. */
  forEmail(email: string): Promise<string>
  /** A new subject for someone who gave no address. */
  anonymous(): Promise<string>
  /** The current subject of an address, null when there is none. */
  find(email: string): Promise<string | null>
  /** The current subjects of these addresses; an address without one is absent. */
  findAll(emails: readonly string[]): Promise<Map<string, string>>
  /** Those of the addresses whose person was erased and did not come back. */
  erasedAmong(emails: readonly string[]): Promise<Set<string>>
  /**
   * Removes the link from the address to this subject, because the person moved to another address. The key stays.
   * Idempotent.
   */
  unlink(subject: string): Promise<void>
  /** HMAC-SHA-256 (hex) of the lower-cased address: names reservation streams. */
  emailHash(email: string): string
  /**
   * Unwrapped keys by subject; 'erased' for an erased one; 'damaged' for one that cannot be opened. A damaged key and a
   * missing entry are alarms. Never returns a key that this process has erased, and one that another process erased for
   * at most 5 s.
   */
  read(subjects: readonly string[]): Promise<Map<string, SubjectKey>>
  /** Deletes the key and the link to the address. Idempotent. Call it after SubjectErased is appended. */
  forget(subject: string): Promise<void>
  /** The log says that these subjects are erased; their cached keys are no longer served. */
  seenErased(subjects: readonly string[]): void
}

/** 32 bytes; 'erased' once the person was erased; 'damaged' while its row in the table cannot be opened. */
export type SubjectKey = Uint8Array | 'erased' | 'damaged'

/** True when the personal fields of this subject can be read. */
export const isOpen = (key: SubjectKey | undefined): key is Uint8Array => key !== undefined && typeof key !== 'string'

/** Subjects are lower-case UUIDs. */
export const isSubject = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
