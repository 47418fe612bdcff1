import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    panelTitle: 'Sandbox',
    panelText:
      'Try things out safely: no payments are sent and no customers are notified. You use your current login.',
    open: 'Open sandbox',
    forbidden: 'To open the sandbox, log in again with a 6-digit code.',
    title: 'Open the sandbox',
    text: 'You are coming from the portal as {email}. Nothing in the sandbox is real, so feel free to try things out.',
    enter: 'Continue as {email}',
    loggedInAs:
      'You are logged in here as {email}. If you continue, that account is logged out here.',
    other: 'Use another account',
    invalidTitle: 'This link has expired',
    invalid: 'It works once, for one minute. Go back to the portal and open the sandbox again.',
    unableToProcess:
      'The sandbox already has a separate account with your email address. Log in with its password, or contact support.',
    userInactive: 'Your account in the sandbox is deactivated. Contact support.',
    partnerInactive: 'Your company is deactivated in the sandbox. Contact support.',
    toLogin: 'Go to login',
  },
  {
    ar: {
      panelTitle: 'البيئة التجريبية',
      panelText: 'جرّب بأمان: لا تُرسل أي مدفوعات ولا يُخطَر أي عملاء. تستخدم تسجيل دخولك الحالي.',
      open: 'فتح البيئة التجريبية',
      forbidden: 'لفتح البيئة التجريبية، سجّل الدخول من جديد برمز من 6 أرقام.',
      title: 'فتح البيئة التجريبية',
      text: 'أتيت من البوابة بحساب {email}. لا شيء حقيقي في البيئة التجريبية: جرّب ما تشاء.',
      enter: 'المتابعة بحساب {email}',
      loggedInAs:
        'أنت مسجّل الدخول هنا بحساب {email}. ستؤدي المتابعة إلى تسجيل خروج ذلك الحساب هنا.',
      other: 'استخدام حساب آخر',
      invalidTitle: 'انتهت صلاحية هذا الرابط',
      invalid:
        'يعمل الرابط مرة واحدة ولمدة دقيقة واحدة. عد إلى البوابة وافتح البيئة التجريبية من جديد.',
      unableToProcess:
        'يوجد في البيئة التجريبية حساب منفصل بعنوان بريدك. سجّل الدخول بكلمة مروره أو تواصل مع الدعم.',
      userInactive: 'حسابك في البيئة التجريبية معطّل. تواصل مع الدعم.',
      partnerInactive: 'شركتك معطّلة في البيئة التجريبية. تواصل مع الدعم.',
      toLogin: 'الانتقال إلى تسجيل الدخول',
    },
    fr: {
      panelTitle: 'Bac à sable',
      panelText:
        'Faites des essais sans risque : aucun paiement n’est envoyé et aucun client n’est averti. Vous utilisez votre connexion actuelle.',
      open: 'Ouvrir le bac à sable',
      forbidden: 'Pour ouvrir le bac à sable, reconnectez-vous avec un code à 6 chiffres.',
      title: 'Ouvrir le bac à sable',
      text: 'Vous arrivez du portail avec le compte {email}. Rien n’est réel dans le bac à sable : essayez ce que vous voulez.',
      enter: 'Continuer avec {email}',
      loggedInAs:
        'Vous êtes connecté ici avec {email}. Si vous continuez, ce compte sera déconnecté ici.',
      other: 'Utiliser un autre compte',
      invalidTitle: 'Ce lien a expiré',
      invalid:
        'Il est valable une minute et une seule fois. Retournez au portail et rouvrez le bac à sable.',
      unableToProcess:
        'Le bac à sable contient déjà un compte distinct avec votre adresse e-mail. Connectez-vous avec son mot de passe ou contactez l’assistance.',
      userInactive: 'Votre compte est désactivé dans le bac à sable. Contactez l’assistance.',
      partnerInactive:
        'Votre entreprise est désactivée dans le bac à sable. Contactez l’assistance.',
      toLogin: 'Accéder à la connexion',
    },
    es: {
      panelTitle: 'Entorno de pruebas',
      panelText:
        'Haga pruebas sin riesgo: no se envían pagos ni se avisa a clientes. Usará su sesión actual.',
      open: 'Abrir el entorno de pruebas',
      forbidden:
        'Para abrir el entorno de pruebas, vuelva a iniciar sesión con un código de 6 dígitos.',
      title: 'Abrir el entorno de pruebas',
      text: 'Viene del portal con la cuenta {email}. En el entorno de pruebas nada es real: pruebe lo que quiera.',
      enter: 'Continuar como {email}',
      loggedInAs: 'Aquí tiene la sesión iniciada como {email}. Si continúa, se cerrará esa sesión.',
      other: 'Usar otra cuenta',
      invalidTitle: 'Este enlace ha caducado',
      invalid:
        'Funciona durante un minuto y una sola vez. Vuelva al portal y abra de nuevo el entorno de pruebas.',
      unableToProcess:
        'En el entorno de pruebas ya hay una cuenta independiente con su correo. Inicie sesión con su contraseña o contacte con soporte.',
      userInactive: 'Su cuenta está desactivada en el entorno de pruebas. Contacte con soporte.',
      partnerInactive:
        'Su empresa está desactivada en el entorno de pruebas. Contacte con soporte.',
      toLogin: 'Ir al inicio de sesión',
    },
    zh: {
      panelTitle: '沙盒环境',
      panelText: '放心试用：不会发出付款，也不会通知客户。使用您当前的登录即可。',
      open: '打开沙盒环境',
      forbidden: '如需打开沙盒环境，请使用 6 位验证码重新登录。',
      title: '打开沙盒环境',
      text: '您正以 {email} 的身份从门户进入。沙盒环境中没有真实交易，您可以放心试用。',
      enter: '以 {email} 的身份继续',
      loggedInAs: '您在此处已登录为 {email}。如果继续，该账户将在此处退出登录。',
      other: '使用其他账户',
      invalidTitle: '此链接已过期',
      invalid: '链接仅在一分钟内有效，且只能使用一次。请返回门户，重新打开沙盒环境。',
      unableToProcess:
        '沙盒环境中已有一个使用您邮箱的独立账户。请使用该账户的密码登录，或联系客服支持。',
      userInactive: '您在沙盒环境中的账户已停用。请联系客服支持。',
      partnerInactive: '贵公司在沙盒环境中已停用。请联系客服支持。',
      toLogin: '前往登录',
    },
  },
)
