import type { FakeIdentityOptions, TestApp } from './fake-identity.ts'
import type { Product, ProductOptions } from './product.ts'
import type { AccountsApp, RealIdentityOptions } from './real-identity.ts'
import type { ProcessOptions, RunningApp } from './running-app.ts'

export type { Caller, TestApp } from './fake-identity.ts'
export type { Product } from './product.ts'
export type { AccountsApp } from './real-identity.ts'
export type { RunningApp } from './running-app.ts'

export type TestAppOptions = FakeIdentityOptions | RealIdentityOptions | ProductOptions | ProcessOptions

/**
 * The product for a test: in this process with an identity that a cookie names (the default), with its real identity and
 * the log in memory, as it is with a log that lasts, or as a process of its own behind a socket. test/support/README.md
 * says which one a test needs.
 */
export async function createTestApp(options?: FakeIdentityOptions): Promise<TestApp>
export async function createTestApp(options: RealIdentityOptions): Promise<AccountsApp>
export async function createTestApp(options: ProductOptions): Promise<Product>
export async function createTestApp(options: ProcessOptions): Promise<RunningApp>
export async function createTestApp(options: TestAppOptions = {}): Promise<unknown> {
  // Each way loads only what it needs: a browser test or a benchmark runs without vitest and without the server's modules.
  if (options.http === 'socket') return (await import('./running-app.ts')).startProcess(options)
  if (options.identity !== 'real') return (await import('./fake-identity.ts')).withFakeIdentity(options)
  if (lasts(options)) return (await import('./product.ts')).startProduct(options)
  return (await import('./real-identity.ts')).withRealIdentity(options)
}

const lasts = (options: RealIdentityOptions | ProductOptions): options is ProductOptions =>
  options.log !== undefined && options.log !== 'memory'
