import type { Mutant } from './mutant.ts'

/** Mutants of image uploads. */
export const images: Mutant[] = [
  {
    control: 'An image is re-encoded, so other content of its file is removed',
    asvs: '5.2.2',
    file: 'server/png-worker.ts',
    find: 'return PNG.sync.write(copy, { colorType: isOpaque ? 2 : 6, deflateLevel: 9 })',
    replace: 'return Buffer.from(bytes)',
    tests: ['server/png.test.ts'],
  },
  {
    control: 'A decompression bomb is inflated no further than its header promises',
    asvs: '5.2.3',
    file: 'server/png-worker.ts',
    find: 'inflateSync(data, { maxOutputLength: decodedBytes })',
    replace: 'inflateSync(data).subarray(0, decodedBytes)',
    tests: ['server/png.test.ts'],
  },
  {
    control: 'An image with too many pixels is rejected by its header',
    asvs: '5.2.6',
    file: 'server/png.ts',
    find: "if (!isSmall) throw invalidField(field, 'imageTooLarge')",
    replace: '',
    tests: ['server/png.test.ts'],
  },
  {
    control: 'A PNG that is also another file type is rejected',
    asvs: '5.2.2',
    file: 'server/png.ts',
    find: 'if (position !== bytes.length)',
    replace: 'if (position > bytes.length)',
    tests: ['server/png.test.ts'],
  },
  {
    control: 'An animated PNG is refused',
    file: 'server/png.ts',
    find: "if (animationChunks.includes(chunkType)) throw invalidField(field, 'animatedImage')",
    replace: '',
    tests: ['server/png.test.ts'],
  },
  {
    control: 'The logo of a platform is the image that the server has re-encoded',
    asvs: '5.2.2',
    file: 'features/admin/platforms/logo.ts',
    find: "const image = await reencodePng(bytes, 'image')",
    replace: 'const image = { png: bytes, width: 1, height: 1 }',
    tests: ['features/admin/platforms/logo.test.ts'],
  },
  {
    control: 'An image is served with a policy that allows no other use',
    asvs: '3.2.1',
    file: 'app/images.ts',
    find: "contentSecurityPolicy(['sandbox'])",
    replace: 'contentSecurityPolicy(["script-src \'self\'"])',
    tests: ['app/images.test.ts'],
  },
]
