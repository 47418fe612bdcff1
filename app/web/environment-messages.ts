import { defineMessages } from '#contract/locale.ts'

export const environmentMessages = defineMessages(
  { production: 'Production', sandbox: 'Sandbox', development: 'Demo or development' },
  {
    ar: {
      production: 'بيئة الإنتاج',
      sandbox: 'البيئة التجريبية',
      development: 'عرض توضيحي أو تطوير',
    },
    fr: {
      production: 'Production',
      sandbox: 'Bac à sable',
      development: 'Démonstration ou développement',
    },
    es: {
      production: 'Producción',
      sandbox: 'Entorno de pruebas',
      development: 'Demostración o desarrollo',
    },
    zh: { production: '生产环境', sandbox: '沙盒环境', development: '演示或开发环境' },
  },
)
