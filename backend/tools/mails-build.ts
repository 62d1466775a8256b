import { writeFileSync } from 'node:fs'
import { compiledLayout, layoutFile } from './mail-layout.ts'

writeFileSync(layoutFile, await compiledLayout())
