import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    panelTitle: 'Sandbox',
    panelText:
      'Try things out where nothing is real: no payment leaves, no customer is told. You go in with this login.',
    open: 'Open the sandbox',
    forbidden:
      'The sandbox is open to a login with a six-digit code only. Log in again with yours.',
    title: 'Enter the sandbox',
    text: 'You come from the portal as {email}. In the sandbox nothing is real: try out what you like.',
    enter: 'Continue as {email}',
    loggedInAs: 'You are logged in here as {email}. Continuing logs that account out here.',
    other: 'Log in as somebody else',
    invalidTitle: 'This way in no longer works',
    invalid:
      'It is good for one minute and one use. Go back to the portal and open the sandbox from there again.',
    unableToProcess:
      'The sandbox already has an account with your address that was made in another way. Log in with its password, or contact support.',
    userInactive: 'Your account in the sandbox is deactivated. Contact support.',
    partnerInactive: 'Your company is deactivated in the sandbox. Contact support.',
    toLogin: 'Go to login',
  },
  {
    ar: {
      panelTitle: 'البيئة التجريبية',
      panelText:
        'جرّب ما تشاء حيث لا شيء حقيقي: لا تُنفَّذ أي دفعة ولا يصل أي إشعار إلى عميل. تدخل إليها بتسجيل دخولك هذا.',
      open: 'فتح البيئة التجريبية',
      forbidden:
        'لا تُفتح البيئة التجريبية إلا لمن سجّل دخوله برمز من ستة أرقام. سجّل الدخول من جديد برمزك.',
      title: 'الدخول إلى البيئة التجريبية',
      text: 'أتيت من البوابة بحساب {email}. لا شيء حقيقي في البيئة التجريبية: جرّب ما تشاء.',
      enter: 'المتابعة بحساب {email}',
      loggedInAs:
        'أنت مسجّل الدخول هنا بحساب {email}. ستؤدي المتابعة إلى تسجيل خروج ذلك الحساب هنا.',
      other: 'تسجيل الدخول بحساب آخر',
      invalidTitle: 'لم يعد طريق الدخول هذا صالحًا',
      invalid:
        'يصلح لدقيقة واحدة ولاستخدام واحد. عد إلى البوابة وافتح البيئة التجريبية منها من جديد.',
      unableToProcess:
        'يوجد في البيئة التجريبية حساب بعنوانك أُنشئ بطريقة أخرى. سجّل الدخول بكلمة مروره أو تواصل مع فريق الدعم.',
      userInactive: 'حسابك في البيئة التجريبية معطّل. تواصل مع فريق الدعم.',
      partnerInactive: 'شركتك معطّلة في البيئة التجريبية. تواصل مع فريق الدعم.',
      toLogin: 'الانتقال إلى تسجيل الدخول',
    },
    fr: {
      panelTitle: 'Bac à sable',
      panelText:
        'Faites vos essais là où rien n’est réel : aucun paiement n’est émis, aucun client n’est prévenu. Vous y entrez avec cette connexion.',
      open: 'Ouvrir le bac à sable',
      forbidden:
        'Le bac à sable n’est accessible qu’après une connexion avec un code à six chiffres. Reconnectez-vous avec le vôtre.',
      title: 'Entrer dans le bac à sable',
      text: 'Vous arrivez du portail avec le compte {email}. Rien n’est réel dans le bac à sable : essayez ce que vous voulez.',
      enter: 'Continuer avec {email}',
      loggedInAs:
        'Vous êtes connecté ici avec {email}. Si vous continuez, ce compte sera déconnecté ici.',
      other: 'Se connecter avec un autre compte',
      invalidTitle: 'Cet accès n’est plus valable',
      invalid:
        'Il est valable une minute et une seule fois. Retournez au portail et rouvrez le bac à sable depuis celui-ci.',
      unableToProcess:
        'Le bac à sable contient déjà un compte à votre adresse, créé autrement. Connectez-vous avec son mot de passe ou contactez l’assistance.',
      userInactive: 'Votre compte est désactivé dans le bac à sable. Contactez l’assistance.',
      partnerInactive:
        'Votre entreprise est désactivée dans le bac à sable. Contactez l’assistance.',
      toLogin: 'Accéder à la connexion',
    },
    es: {
      panelTitle: 'Entorno de pruebas',
      panelText:
        'Haga pruebas donde nada es real: no sale ningún pago ni se avisa a ningún cliente. Entra con esta misma sesión.',
      open: 'Abrir el entorno de pruebas',
      forbidden:
        'El entorno de pruebas solo se abre tras iniciar sesión con un código de seis dígitos. Vuelva a iniciar sesión con el suyo.',
      title: 'Entrar en el entorno de pruebas',
      text: 'Viene del portal con la cuenta {email}. En el entorno de pruebas nada es real: pruebe lo que quiera.',
      enter: 'Continuar como {email}',
      loggedInAs:
        'Aquí tiene la sesión iniciada como {email}. Si continúa, esa cuenta se cerrará aquí.',
      other: 'Iniciar sesión con otra cuenta',
      invalidTitle: 'Este acceso ya no funciona',
      invalid:
        'Vale durante un minuto y una sola vez. Vuelva al portal y abra desde allí otra vez el entorno de pruebas.',
      unableToProcess:
        'En el entorno de pruebas ya hay una cuenta con su dirección, creada de otra forma. Inicie sesión con su contraseña o contacte con soporte.',
      userInactive: 'Su cuenta está desactivada en el entorno de pruebas. Contacte con soporte.',
      partnerInactive:
        'Su empresa está desactivada en el entorno de pruebas. Contacte con soporte.',
      toLogin: 'Ir a iniciar sesión',
    },
    zh: {
      panelTitle: '沙盒环境',
      panelText:
        '在一切皆非真实的环境中尝试：不会发出任何付款，也不会通知任何客户。使用当前登录即可进入。',
      open: '打开沙盒环境',
      forbidden: '只有使用六位验证码登录后才能打开沙盒环境。请使用您的验证码重新登录。',
      title: '进入沙盒环境',
      text: '您以 {email} 的身份从门户进入。沙盒环境中一切皆非真实，您可以随意尝试。',
      enter: '以 {email} 的身份继续',
      loggedInAs: '您在此处已登录为 {email}。继续操作将在此处退出该账户。',
      other: '使用其他账户登录',
      invalidTitle: '此入口已失效',
      invalid: '入口仅在一分钟内有效，且只能使用一次。请返回门户，重新打开沙盒环境。',
      unableToProcess:
        '沙盒环境中已有使用您的邮箱以其他方式创建的账户。请使用该账户的密码登录，或联系客服支持。',
      userInactive: '您在沙盒环境中的账户已停用。请联系客服支持。',
      partnerInactive: '贵公司在沙盒环境中已停用。请联系客服支持。',
      toLogin: '前往登录',
    },
  },
)
