import { writeFileSync } from 'node:fs'
import { checksumFile, compiledLayout, layoutChecksums, layoutFile } from './mail-layout.ts'

writeFileSync(layoutFile, compiledLayout())
writeFileSync(checksumFile, layoutChecksums())
