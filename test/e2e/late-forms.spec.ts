import type { Page } from '@playwright/test'
import { requestsFor } from './network.ts'
import { unique } from './people.ts'
import { expectErrorToast, expectToast, fill, form } from './screen.ts'
import { settling } from './settled.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

// A form’s script is loaded when the visitor first touches the form (site/components/late-form.ts).
const phone = { viewport: { width: 390, height: 844 } }
const pages = { '/': 'Mailing list', '/prayers': 'Share your prayer', '/endorsements': 'Submit your endorsement' }
const script = '**/_astro/prayer.*.js'
const submission = { method: 'POST', path: '/api/prayers' } as const
const done = ['Prayer Submitted', 'Thank you for your prayer. It will be reviewed before being displayed.'] as const

/** Addresses of the framework's scripts, as they are requested. */
function frameworkOf(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_astro/every-island')) loaded.push(request.url())
  })
  return loaded
}

async function typePrayer(page: Page): Promise<string> {
  const prayer = unique('For patience')
  await fill(form(page, 'Share your prayer'), { Name: 'Ruth', Prayer: prayer })
  return prayer
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Prayer' }).click()

test.describe('on a phone', () => {
  test.use(phone)
  for (const [path, name] of Object.entries(pages))
    test(`${path} loads no framework before its form is touched`, full, async ({ page }) => {
      const framework = frameworkOf(page)
      const settled = settling(page)
      await page.goto(path)
      await settled()
      expect(framework).toEqual([])
      await form(page, name).getByRole('textbox').first().focus()
      await expect.poll(() => framework.length).toBe(1)
      await expectAccessible(page)
    })
})

test('a signed-in person finds the volunteer form filled in, without touching it', main, async ({ adminPage }) => {
  const framework = frameworkOf(adminPage)
  await adminPage.goto('/volunteer')
  await expect.poll(() => framework.length).toBe(1)
})

test('a submission before the script arrives is sent once it has, and the page stays', main, async ({ page }) => {
  const arrived = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await arrived.promise
    await route.continue()
  })
  const sent = requestsFor(page, submission)
  await page.goto('/prayers')
  await typePrayer(page)
  await submit(page)
  await submit(page) // impatience
  expect(sent).toEqual([])
  arrived.resolve()
  await expectToast(page, ...done)
  expect(sent).toHaveLength(1)
  await expect(page).toHaveURL('/prayers')
  await expect(form(page, 'Share your prayer').getByLabel('Name')).toHaveValue('')
})

test('without its script the browser posts the form', main, async ({ page, cleanConsole }) => {
  await page.route(script, (route) => route.abort())
  const posted = requestsFor(page, { method: 'POST', path: '/prayers' })
  await page.goto('/prayers')
  await typePrayer(page)
  await submit(page)
  await expect(page).toHaveURL('/thanks/prayers')
  await expect(page.getByRole('main')).toContainText(done[1])
  expect(posted).toHaveLength(1)
  cleanConsole.length = 0
})

test('without its script and offline, the input stays', full, async ({ page, context, cleanConsole }) => {
  await page.goto('/prayers')
  await expect(form(page, 'Share your prayer')).toBeVisible()
  await page.route(script, (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)
  const prayer = await typePrayer(page)
  await submit(page)
  await expectErrorToast(page, 'Error', 'Failed to submit prayer. Please try again.')
  await expect(form(page, 'Share your prayer').getByRole('alert')).toHaveText(
    'You are offline. Everything you typed is still here. Submit it again once you are back online.',
  )
  await expect(form(page, 'Share your prayer').getByLabel('Prayer')).toHaveValue(prayer)
  await page.unrouteAll()
  await context.setOffline(false)
  await submit(page)
  await expectToast(page, ...done)
  cleanConsole.length = 0
})

/** The changes that a translating browser makes to a page: two elements around every text. */
function translate(): void {
  const untranslated = ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TEXTAREA']
  const walk = (node: Node) => {
    for (const child of [...node.childNodes]) {
      if (!(child instanceof Text)) walk(child)
      else if (child.data.trim() !== '' && !untranslated.includes(node.nodeName)) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.append(`«${child.data}»`)
        outer.append(inner)
        child.replaceWith(outer)
      }
    }
  }
  walk(document.body)
}

/** The changes that a password manager makes to a page: a button beside every field. */
function addIcons(): void {
  for (const field of document.querySelectorAll('main input')) {
    const icon = document.createElement('div')
    icon.attachShadow({ mode: 'closed' }).append(document.createElement('button'))
    field.after(icon)
  }
}

/** The changes that extensions make to a form: in front of, behind and around its fields, with any kind of element. */
const extensions = {
  'boxes before fields': () => {
    for (const field of document.querySelectorAll('main .input')) field.before(document.createElement('div'))
  },
  'inputs of their own before fields': () => {
    for (const field of document.querySelectorAll('main .input')) field.before(document.createElement('input'))
  },
  'fields of the same name before ours': () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('main input.input')) {
      const own = document.createElement('input')
      own.name = field.name
      field.before(own)
    }
  },
  'fields of their own between ours': () => {
    for (const field of document.querySelectorAll('main .field')) {
      const own = document.createElement('div')
      own.append(document.createElement('label'), document.createElement('input'))
      field.before(own)
    }
  },
  'forms of their own before ours': () => {
    const own = document.createElement('form')
    own.append(document.createElement('input'))
    for (const form of document.querySelectorAll('main form')) form.before(own.cloneNode(true))
  },
  'boxes around fields': () => {
    for (const field of document.querySelectorAll('main .input')) {
      const box = document.createElement('span')
      field.replaceWith(box)
      box.append(field)
    }
  },
}

test.describe('on a page whose forms an extension has changed', () => {
  test.use(phone)
  for (const path of ['/volunteer', '/endorsements', '/login'])
    for (const [what, change] of Object.entries(extensions))
      test(`${path} with ${what} keeps the text of every field`, full, async ({ page, cleanConsole }) => {
        const arrived = Promise.withResolvers<void>()
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await page.evaluate(change)
        await page.route(/_astro\/.*\.js/, async (route) => {
          await arrived.promise
          await route.continue()
        })
        const ours = page.locator('main form[novalidate] :is(input, textarea).input:visible')
        const names = await ours.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))
        for (const [index, name] of names.entries()) await ours.nth(index).fill(`my ${name}`)
        const first = await ours.first().evaluateHandle((element) => element)
        arrived.resolve()
        await expect.poll(() => first.evaluate((element) => element.isConnected)).toBe(false)
        await expect(ours).toHaveCount(names.length)
        for (const [index, name] of names.entries()) await expect(ours.nth(index)).toHaveValue(`my ${name}`)
        cleanConsole.length = 0
      })
})

for (const [path, name, typed, button, url] of [
  ['/prayers', 'Share your prayer', { Name: 'Ruth', Prayer: 'For rain.' }, 'Submit Prayer', '/api/prayers'],
  [
    '/volunteer',
    'Volunteer sign-up',
    { 'First name': 'Ruth', 'Last name': 'Sample', Email: 'ruth@example.org' },
    'Join the Team',
    '/api/volunteers',
  ],
] as const)
  test(`on ${path} a named field of an extension is not sent, and the form arrives`, main, async ({ page }) => {
    await page.goto(path)
    const ours = form(page, name)
    const send = () => ours.getByRole('button', { name: button }).click()
    // The form runs once it says what is missing.
    await send()
    await expect(ours.getByText('Missing Information')).toBeVisible()
    await page.evaluate(() => {
      for (const field of document.querySelectorAll('main form .field')) {
        const own = document.createElement('input')
        own.name = 'of-an-extension'
        own.hidden = true
        field.append(own)
      }
    })
    await fill(ours, typed)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(url))
    await send()
    const body = (await sent).postDataJSON()
    expect(Object.keys(body)).not.toContain('of-an-extension')
    expect(Object.values(body)).toEqual(expect.arrayContaining(Object.values(typed)))
    expect((await (await sent).response())?.status()).toBe(201)
  })

test.describe('on a page that something else has changed', () => {
  test.use(phone)
  const typed = [
    { path: '/', name: 'Mailing list', field: 'Email address' },
    { path: '/prayers', name: 'Share your prayer', field: 'Name' },
    { path: '/volunteer', name: 'Volunteer sign-up', field: 'First name' },
    { path: '/endorsements', name: 'Submit your endorsement', field: 'Name' },
    { path: '/login', name: 'Sign in', field: 'Password' },
  ]
  for (const [change, how] of [
    [translate, 'translated'],
    [addIcons, 'with the icons of a password manager'],
  ] as const)
    for (const { path, name, field } of typed)
      test(`${path}, ${how}, keeps what is typed, and the focus`, full, async ({ page, cleanConsole }) => {
        const arrived = Promise.withResolvers<void>()
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await page.evaluate(change)
        await page.route(/_astro\/.*\.js/, async (route) => {
          await arrived.promise
          await route.continue()
        })
        const input = form(page, name).getByRole('textbox', { name: field }).or(form(page, name).getByLabel(field))
        await input.first().focus()
        await page.keyboard.type('some of these words')
        for (let back = 0; back < 6; back += 1) await page.keyboard.press('ArrowLeft')
        const marked = await input.first().evaluateHandle((element) => element)
        arrived.resolve()
        await expect.poll(() => marked.evaluate((element) => element.isConnected)).toBe(false)
        await expect(input.first()).toHaveValue('some of these words')
        await expect(input.first()).toBeFocused()
        await page.keyboard.type('!')
        // Only an email field does not tell where its caret is.
        await expect(input.first()).toHaveValue(path === '/' ? 'some of these words!' : 'some of these! words')
        cleanConsole.length = 0
      })

  test('keeps choices, and sends a submission made before the script arrived', main, async ({ page, cleanConsole }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route('**/_astro/volunteer.*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    const sent = requestsFor(page, { method: 'POST', path: '/api/volunteers' })
    await page.goto('/volunteer')
    const volunteer = form(page, 'Volunteer sign-up')
    await expect(volunteer).toBeVisible()
    await page.evaluate(translate)
    await volunteer.locator('[name=firstName]').fill('Ruth')
    await volunteer.locator('[name=lastName]').fill('Gray')
    await volunteer.locator('[name=email]').fill('ruth@example.org')
    await volunteer.locator('[name=availability]').selectOption('Evenings')
    await volunteer.locator('[name=interests][value=Research]').check()
    await volunteer.locator('button').click()
    arrived.resolve()
    await expect(page.locator('.toast')).toContainText('Welcome to the team!')
    expect(sent.map((request) => request.postDataJSON())).toMatchObject([
      { firstName: 'Ruth', email: 'ruth@example.org', availability: 'Evenings', interests: ['Research'] },
    ])
    cleanConsole.length = 0
  })

  test('/login repeats a press made before the script arrived', main, async ({ page, cleanConsole }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route('**/_astro/SignIn.*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.goto('/login')
    await expect(form(page, 'Sign in')).toBeVisible()
    await page.evaluate(translate)
    await page.locator('[role=tab]').nth(1).click()
    arrived.resolve()
    await expect(form(page, 'Register').getByLabel('First name')).toBeVisible()
    cleanConsole.length = 0
  })
})

test.describe('/login', () => {
  const island = '**/_astro/SignIn.*.js'

  test('loads no framework before the visitor touches it, and its tabs work then', full, async ({ page }) => {
    const framework = frameworkOf(page)
    const settled = settling(page)
    await page.goto('/login')
    await settled()
    expect(framework).toEqual([])
    await page.getByRole('tab', { name: 'Register' }).click()
    await expect(form(page, 'Register').getByLabel('First name')).toBeVisible()
    expect(framework).toHaveLength(1)
    await expectAccessible(page)
  })

  test('keeps input and presses until its script arrives', main, async ({ page }) => {
    const arrived = Promise.withResolvers<void>()
    await page.route(island, async (route) => {
      await arrived.promise
      await route.continue()
    })
    const sent = requestsFor(page, { method: 'POST', path: '/api/auth/login' })
    await page.goto('/login')
    await fill(form(page, 'Sign in'), { Email: 'nobody@example.org', Password: 'correct horse battery' })
    await page.keyboard.press('Enter')
    expect(sent).toEqual([])
    arrived.resolve()
    await expect(form(page, 'Sign in').getByRole('alert')).toBeVisible()
    expect(sent).toHaveLength(1)
    await expect(form(page, 'Sign in').getByLabel('Email')).toHaveValue('nobody@example.org')
    await expect(page).toHaveURL('/login')
  })

  test('says so when its script cannot be loaded, and tries again', full, async ({ page }) => {
    const unloaded = /\/_astro\/SignIn\./
    await page.route(unloaded, (route) => route.abort())
    await page.goto('/login')
    await fill(form(page, 'Sign in'), { Email: 'nobody@example.org', Password: 'correct horse battery' })
    const press = () => form(page, 'Sign in').getByRole('button', { name: 'Sign In' }).click()
    await press()
    await expectErrorToast(page, 'Login failed', 'Please check your credentials and try again.')
    const said = form(page, 'Sign in').getByRole('alert')
    await expect(said).toHaveText('This part of the page could not be loaded. Try again')
    await expectAccessible(page)
    await page.unroute(unloaded)
    await press()
    await expect(said).not.toContainText('could not be loaded')
    await expect(said).toBeVisible()
  })

  test('comes back with a reload when its script is gone for good', full, async ({ page }) => {
    const gone = /\/_astro\/SignIn\./
    await page.route(gone, (route) => route.fulfill({ status: 404 }))
    await page.goto('/login')
    await form(page, 'Sign in').getByRole('button', { name: 'Sign In' }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute(gone)
    await again.click()
    await page.getByRole('tab', { name: 'Register' }).click()
    await expect(form(page, 'Register').getByLabel('First name')).toBeVisible()
  })

  test('says that people are offline only when they are', full, async ({ page, context }) => {
    await page.route(/\/_astro\/SignIn\./, (route) => route.abort('internetdisconnected'))
    await page.goto('/login')
    await context.setOffline(true)
    await form(page, 'Sign in').getByRole('button', { name: 'Sign In' }).click()
    await expect(form(page, 'Sign in').getByRole('alert')).toContainText('You are offline.')
    await context.setOffline(false)
  })
})
