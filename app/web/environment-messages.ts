import { defineMessages } from '#contract/locale.ts'

export const environmentMessages = defineMessages(
  { production: 'Production', sandbox: 'Sandbox', development: 'Demo' },
  {
    ar: {
      production: 'بيئة الإنتاج',
      sandbox: 'البيئة التجريبية',
      development: 'عرض توضيحي',
    },
    fr: {
      production: 'Production',
      sandbox: 'Bac à sable',
      development: 'Démo',
    },
    es: {
      production: 'Producción',
      sandbox: 'Entorno de pruebas',
      development: 'Demo',
    },
    zh: { production: '生产环境', sandbox: '沙盒环境', development: '演示环境' },
  },
)
