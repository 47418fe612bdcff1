import { defineMessages } from '#contract/locale.ts'

/** What every page says that gives a key for an authenticator, or recovery codes. */
export const secondFactorMessages = defineMessages(
  {
    qrCode: 'QR code for your authenticator app. The key below says the same.',
    key: 'Key',
    copyKey: 'Copy key',
    openApp: 'Open in authenticator app',
    codesText:
      'If you lose your phone, each of these codes lets you log in once. They are shown only now: keep them where others do not find them.',
    codes: 'Recovery codes',
    copyCodes: 'Copy',
    download: 'Download',
    print: 'Print',
    fileText: 'Recovery codes of {email}. Each works once.',
    saved: 'I have saved them',
  },
  {
    ar: {
      qrCode: 'رمز QR لتطبيق المصادقة. المفتاح أدناه يحمل المعلومات نفسها.',
      key: 'المفتاح',
      copyKey: 'نسخ المفتاح',
      openApp: 'الفتح في تطبيق المصادقة',
      codesText:
        'إذا فقدت هاتفك، يتيح لك كل رمز من هذه الرموز تسجيل الدخول مرة واحدة. تُعرض الآن فقط، فاحفظها حيث لا يجدها غيرك.',
      codes: 'رموز الاسترداد',
      copyCodes: 'نسخ',
      download: 'تنزيل',
      print: 'طباعة',
      fileText: 'رموز الاسترداد للحساب {email}. يُستخدم كل رمز مرة واحدة.',
      saved: 'لقد حفظتها',
    },
    fr: {
      qrCode: 'Code QR pour votre application d’authentification. La clé ci-dessous est identique.',
      key: 'Clé',
      copyKey: 'Copier la clé',
      openApp: 'Ouvrir dans l’application d’authentification',
      codesText:
        'Si vous perdez votre téléphone, chacun de ces codes permet de vous connecter une fois. Ils ne sont affichés que maintenant : conservez-les à l’abri des regards.',
      codes: 'Codes de secours',
      copyCodes: 'Copier',
      download: 'Télécharger',
      print: 'Imprimer',
      fileText: 'Codes de secours de {email}. Chacun ne sert qu’une fois.',
      saved: 'Je les ai enregistrés',
    },
    es: {
      qrCode: 'Código QR para su aplicación de autenticación. La clave de abajo dice lo mismo.',
      key: 'Clave',
      copyKey: 'Copiar la clave',
      openApp: 'Abrir en la aplicación de autenticación',
      codesText:
        'Si pierde el teléfono, cada uno de estos códigos le permite entrar una vez. Solo se muestran ahora: guárdelos donde nadie más los encuentre.',
      codes: 'Códigos de recuperación',
      copyCodes: 'Copiar',
      download: 'Descargar',
      print: 'Imprimir',
      fileText: 'Códigos de recuperación de {email}. Cada uno sirve una sola vez.',
      saved: 'Los he guardado',
    },
    zh: {
      qrCode: '身份验证器应用的二维码，内容与下方密钥相同。',
      key: '密钥',
      copyKey: '复制密钥',
      openApp: '在身份验证器应用中打开',
      codesText:
        '如果手机丢失，每个恢复码可供您登录一次。恢复码仅显示这一次，请妥善保管，切勿让他人获取。',
      codes: '恢复码',
      copyCodes: '复制',
      download: '下载',
      print: '打印',
      fileText: '{email} 的恢复码。每个仅可使用一次。',
      saved: '我已保存',
    },
  },
)
